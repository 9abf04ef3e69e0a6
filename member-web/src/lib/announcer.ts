/** Says a sentence to a screen reader without showing it; the last one wins. */
export function announce(sentence: string): void {
  const region = document.getElementById('announcer') ?? createRegion();
  region.textContent = '';
  // A pause, so that the same sentence twice in a row is still a change.
  setTimeout(() => (region.textContent = sentence), 100);
}

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = 'announcer';
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  // An open dialog hides the rest of the page from screen readers, but not what bears this mark.
  region.dataset['liveAnnouncer'] = 'true';
  document.body.append(region);
  return region;
}
