// Loads and starts the application of a page that the server has painted once it can be seen: on a small phone the code
// would hold the first picture up by seconds. `app/kernel/http/spa.py` puts this in the place of the code that waits for it.

/** A tab that nobody looks at paints nothing, and has its application all the same. */
const PATIENCE_MS = 2_000;

/** Resolves once something of the page can be seen. */
export function seen(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

await seen();
const later = document.querySelector<HTMLTemplateElement>('template#later');
if (later) document.head.append(later.content);
