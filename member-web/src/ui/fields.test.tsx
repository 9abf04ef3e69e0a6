import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '@/testing/render-ui';
import { Checkbox } from './checkbox/checkbox';
import { ErrorSummary } from './error-summary/error-summary';
import { RadioGroup } from './radio-group/radio-group';
import { RangeSlider, type Range } from './range-slider/range-slider';
import { Select } from './select/select';
import { Switch } from './switch/switch';
import { TextArea } from './text-area/text-area';
import { TextField } from './text-field/text-field';

const HELP = 'Others cannot see it.';
const ERROR = 'This address is not complete.';

describe('a field', () => {
  it.each([
    ['text', <TextField key="t" label="E-mail" help={HELP} error={ERROR} />],
    ['text area', <TextArea key="a" label="E-mail" help={HELP} error={ERROR} />],
    ['select', <Select key="s" label="E-mail" help={HELP} error={ERROR} choices={[]} />],
  ])('(%s) is named by its label and described by help and error', async (_, field) => {
    await renderUi(field);
    const input = screen.getByLabelText('E-mail');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(expect.stringContaining(HELP));
    expect(input).toHaveAccessibleDescription(expect.stringContaining(ERROR));
  });

  it('counts the characters that are left', async () => {
    const { user } = await renderUi(<TextArea label="About me" maxLength={20} />);
    await user.type(screen.getByLabelText('About me'), 'I sail.');
    expect(screen.getByText('13 characters left')).toBeVisible();
  });
});

describe('a field with a limit', () => {
  const FAMILY = '\u{1F469}\u200D\u{1F467}';

  it.each([
    ['text', <TextField key="t" label="Name" maxLength={6} />],
    ['text area', <TextArea key="a" label="Name" maxLength={6} />],
  ])('(%s) takes as many code points as the server, of any text, and no more', async (_, field) => {
    const { user } = await renderUi(field);
    const input = screen.getByLabelText('Name');
    await user.click(input);
    await user.paste(`${FAMILY}${FAMILY}x`);
    expect(input).toHaveValue(FAMILY + FAMILY);
    await user.clear(input);
    await user.type(input, 'Dagmar Lind');
    expect(input).toHaveValue('Dagmar');
    await user.clear(input);
    await user.paste('Ann-Kristin');
    expect(input).toHaveValue('Ann-Kr');
  });

  it('keeps what stands after the caret when too much is pasted before it', async () => {
    const { user } = await renderUi(<TextField label="Name" maxLength={6} defaultValue="Lind" />);
    const input = screen.getByLabelText<HTMLInputElement>('Name');
    await user.click(input);
    input.setSelectionRange(0, 0);
    await user.paste('\u{1F600}\u{1F601}\u{1F602}');
    expect(input).toHaveValue('\u{1F600}\u{1F601}Lind');
  });

  it('says when it is full, of one line, too', async () => {
    const { user } = await renderUi(<TextField label="Name" maxLength={6} defaultValue="Dagma" />);
    expect(screen.queryByText('0 characters left')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('Name'));
    await user.paste('r Lind');
    expect(screen.getByLabelText('Name')).toHaveValue('Dagmar');
    expect(screen.getByText('0 characters left')).toBeVisible();
  });

  it('counts what is left as the server counts it', async () => {
    const { user } = await renderUi(<TextArea label="About me" maxLength={20} />);
    await user.click(screen.getByLabelText('About me'));
    await user.paste('\u{1F600}\u{1F600}');
    expect(screen.getByText('18 characters left')).toBeVisible();
  });
});

describe('age range', () => {
  function Ages() {
    const [value, setValue] = useState<Range>([55, 70]);
    return (
      <RangeSlider
        label={`Age: ${value[0]} to ${value[1]}`}
        thumbLabels={['From age', 'To age']}
        value={value}
        min={18}
        max={99}
        onChange={setValue}
      />
    );
  }

  it('[spec 3.11] moves by the arrow keys, and its ends never cross', async () => {
    const { user } = await renderUi(<Ages />);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByText('Age: 57 to 70')).toBeVisible();
    await user.keyboard('{End}');
    expect(screen.getByText('Age: 70 to 70')).toBeVisible();
  });
});

it('choices are operated by their words', async () => {
  const { user } = await renderUi(
    <>
      <Checkbox help="You cannot meet them.">Fictional profiles</Checkbox>
      <Switch>Invisible mode</Switch>
      <RadioGroup
        label="Show me"
        choices={[
          { value: 'men', text: 'Men' },
          { value: 'women', text: 'Women' },
        ]}
      />
    </>,
  );
  await user.click(screen.getByText('Fictional profiles'));
  await user.click(screen.getByText('Invisible mode'));
  await user.click(screen.getByText('Women'));
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Invisible mode' })).toBeChecked();
  expect(screen.getByRole('radiogroup', { name: 'Show me' })).toContainElement(
    screen.getByRole('radio', { name: 'Women', checked: true }),
  );
});

it('an error summary takes the focus and leads to the field', async () => {
  const { user } = await renderUi(
    <>
      <ErrorSummary title="One thing needs a change:" problems={[{ field: 'email', message: ERROR }]} />
      <TextField id="email" label="E-mail" error={ERROR} />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveFocus();
  await user.click(screen.getByRole('link', { name: ERROR }));
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
});
