import { sessionStore } from '@/lib/safe-storage';

/** Where the router keeps how far each page was scrolled. */
export const SCROLL_PLACES = 'hearth-scroll';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Notes what somebody did in a painted page before the application was there: how far they scrolled, and what they
 * typed or chose. Call what it returns when the application has begun to take over; it then hears of it.
 */
export function noteEarly(root: HTMLElement): () => void {
  keepScroll();
  const fields = [...root.querySelectorAll<Field>('input, select, textarea')];
  const ticked = fields.filter((field) => field instanceof HTMLInputElement && field.checked !== field.defaultChecked);
  const typed = fields.filter(wasChanged).map((field) => ({ field, value: field.value }));
  return () => {
    for (const { field, value } of typed) enter(field, value);
    for (const field of ticked) field.click();
  };
}

function keepScroll() {
  if (window.scrollY === 0) return;
  const places = JSON.parse(sessionStore.getItem(SCROLL_PLACES) ?? '{}') as Record<string, number>;
  sessionStore.setItem(SCROLL_PLACES, JSON.stringify({ ...places, [location.pathname]: window.scrollY }));
}

function wasChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const painted = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(painted, 0);
  }
  return !['checkbox', 'radio'].includes(field.type) && field.value !== field.defaultValue;
}

/** Does what a person's typing does. The first event only makes React take over the field's part of the page. */
function enter(field: Field, value: string) {
  field.dispatchEvent(new Event('input', { bubbles: true }));
  // React watches the field's own setter, and would take its own value for old news.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}
