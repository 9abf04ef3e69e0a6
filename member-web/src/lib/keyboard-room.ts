/**
 * Keeps `--keyboard` at the height that an on-screen keyboard takes from the lower edge of the page, for styles that
 * hold something there. An iPhone's keyboard shrinks only the visual viewport; elsewhere the page itself shrinks
 * (`interactive-widget`), and the room is nothing.
 */
export function keepKeyboardRoom(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const measure = () => {
    // Whoever zooms in sees less, too, and no keyboard took it.
    const hidden = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
    document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`);
  };
  measure();
  seen.addEventListener('resize', measure);
  seen.addEventListener('scroll', measure);
}
