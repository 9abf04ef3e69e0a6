import { useLayoutEffect, type RefObject } from 'react';

const growsByItself = () => window.CSS?.supports('field-sizing', 'content') ?? false;

/** Makes a text area as high as its text, where the browser cannot do so by its styles. */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (growsByItself()) return;
    const fit = () => {
      const field = area.current;
      if (!field) return;
      field.style.height = 'auto';
      field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
    };
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [area, text]);
}
