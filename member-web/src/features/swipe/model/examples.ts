import ingrid from '../pictures/ingrid.svg';
import noor from '../pictures/noor.svg';
import pilar from '../pictures/pilar.svg';
import samuel from '../pictures/samuel.svg';
import tadeusz from '../pictures/tadeusz.svg';

/** Drawings that show how the game goes where visitors may not see members; they are nobody and have no name. */
export const EXAMPLES = [samuel, ingrid, tadeusz, noor, pilar].map((picture, index) => ({
  id: `example-${index + 1}`,
  number: index + 1,
  picture,
}));
