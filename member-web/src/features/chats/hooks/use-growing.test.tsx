import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useGrowing } from './use-growing';

function Field() {
  const [text, setText] = useState('');
  return <textarea ref={useGrowing()} value={text} onChange={(event) => setText(event.target.value)} />;
}

/** Lets every text area be as high as ten pixels a letter, in a browser that may know field-sizing. */
function measure(knowsSizing: boolean) {
  vi.stubGlobal('CSS', { supports: () => knowsSizing });
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(function height(
    this: HTMLTextAreaElement,
  ) {
    return this.value.length * 10;
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('makes the field as high as its text where the styles cannot, and lower again', () => {
  measure(false);
  render(<Field />);
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Good evening' } });
  expect(field.style.height).toBe('120px');
  fireEvent.change(field, { target: { value: 'Good' } });
  expect(field.style.height).toBe('40px');
});

it('leaves the height to the styles where they can', () => {
  measure(true);
  render(<Field />);
  expect(screen.getByRole('textbox').style.height).toBe('');
});
