/** The scene after one; the last one stays. */
export const sceneAfter = (scene: number, total: number): number => Math.min(scene + 1, total - 1);
