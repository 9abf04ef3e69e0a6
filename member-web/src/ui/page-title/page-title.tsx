import { useEffect, useRef, type ReactNode } from 'react';
import { announce } from '@/lib/announcer';
import { setHeading, takeArrival } from '@/lib/page-arrival';

/**
 * The page's one h1. It names the page in the browser's title, and after a navigation it takes the focus and is
 * announced, so that a screen reader knows that another page is there.
 */
export function PageTitle({ children, hidden = false }: { children: ReactNode; hidden?: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const text = title.current?.textContent ?? '';
    setHeading(text);
    if (!takeArrival()) return;
    title.current?.focus({ preventScroll: true });
    announce(text);
  });
  return (
    <h1 ref={title} tabIndex={-1} className={hidden ? 'visually-hidden' : undefined}>
      {children}
    </h1>
  );
}
