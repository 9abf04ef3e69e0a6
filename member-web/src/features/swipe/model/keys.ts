export type KeyAction = 'like' | 'pass' | 'undo';

interface Pressed {
  key: string;
  hasModifier: boolean;
}

/**
 * What a key means. Arrows work as long as nothing else has the focus; the letter only inside the game, so that
 * somebody who speaks to the computer triggers nothing by chance (WCAG 2.1.4).
 */
export function keyAction({ key, hasModifier }: Pressed, focus: 'game' | 'page' | 'elsewhere'): KeyAction | undefined {
  if (hasModifier || focus === 'elsewhere') return undefined;
  if (key === 'ArrowLeft') return 'pass';
  if (key === 'ArrowRight') return 'like';
  return focus === 'game' && key.toLowerCase() === 'z' ? 'undo' : undefined;
}
