interface Pane {
  left: number;
  top: number;
  /** The how-manieth window it is that lights up. */
  order: number;
}

interface HouseOnStreet {
  x: number;
  width: number;
  height: number;
  roof: 'arch' | 'gable' | 'steps';
  /** Where its door begins. */
  door: number;
  windows: Pane[];
}

/** So many windows are lit when the page comes, and so many more with every answer. */
export const WINDOWS_AT_FIRST = 6;
export const WINDOWS_PER_ANSWER = 9;

const FORMS: Omit<HouseOnStreet, 'windows'>[] = [
  { x: 20, width: 190, height: 270, roof: 'gable', door: 75 },
  { x: 214, width: 170, height: 330, roof: 'steps', door: 65 },
  { x: 388, width: 210, height: 250, roof: 'arch', door: 85 },
  { x: 602, width: 180, height: 300, roof: 'gable', door: 70 },
  { x: 786, width: 200, height: 240, roof: 'arch', door: 80 },
  { x: 990, width: 170, height: 310, roof: 'steps', door: 65 },
  { x: 1164, width: 250, height: 290, roof: 'arch', door: 105 },
];

const PANE = 30;
const BETWEEN = 24;
const FLOOR = 72;

/** The houses of the street; their windows light up all over the street, not house by house. */
export const HOUSES: readonly HouseOnStreet[] = FORMS.map((form, house) =>
  Object.assign(form, { windows: panes(form, (house * 3) % FORMS.length) }),
);

/** Windows stand in rows below the roof and above the door; each house begins at another place in the order. */
function panes({ width, height, roof }: Omit<HouseOnStreet, 'windows'>, first: number): Pane[] {
  const highest = roof === 'steps' ? width / 3 + 22 : width / 2;
  const perRow = Math.floor((width - BETWEEN) / (PANE + BETWEEN));
  const margin = (width - perRow * PANE - (perRow - 1) * BETWEEN) / 2;
  const found: Pane[] = [];
  for (let top = highest; top + FLOOR + 50 <= height; top += FLOOR) {
    for (let column = 0; column < perRow; column += 1) {
      const order = found.length * FORMS.length + first;
      found.push({ left: margin + column * (PANE + BETWEEN), top, order });
    }
  }
  return found;
}

/** Whether a window is among those that are lit. */
export const isLit = (order: number, lit: number): boolean => order < lit;
