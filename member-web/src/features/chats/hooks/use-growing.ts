import { useEffect, useLayoutEffect, useRef } from 'react';

/** The ref of a text area that is as high as its text, also where the browser cannot do so by its styles. */
export function useGrowing() {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => fit(area.current));
  useEffect(() => {
    const again = () => fit(area.current);
    window.addEventListener('resize', again);
    return () => window.removeEventListener('resize', again);
  }, []);
  return area;
}

function fit(field: HTMLTextAreaElement | null): void {
  if (!field || window.CSS?.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}
