/** Shows password and code again, and tells whether the server took them; the dialog gives it. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;

/** Let a dialog ask; undefined once it is gone. */
export function askWith(next: Asker | undefined) {
  asker = next;
}

/** Whether what was refused may be tried once more. */
export const isConfirmed = () => (asker ? asker() : Promise.resolve(false));
