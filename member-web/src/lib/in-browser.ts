import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page is alive in a browser: false while the server paints it, and while the browser's first look at that
 * painting lasts, so that both agree. What only this browser knows shows after it.
 */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
