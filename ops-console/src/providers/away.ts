/** Desks ask by the clock. A minute after the last touch nobody is taken to look, so that an open page keeps no session alive. */
const AWAY_AFTER = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let touchedAt = Date.now();

for (const touch of TOUCHES) {
  window.addEventListener(touch, () => (touchedAt = Date.now()), { capture: true, passive: true });
}

/** Whether nobody has touched the page for a minute. */
export const isAway = () => Date.now() - touchedAt > AWAY_AFTER;
