import { api, dataOf } from './http';
import type { Schemas } from './schema';

export type Session = Schemas['CurrentStaff'];

let known: Promise<Session> | undefined;

/** Who is signed in, asked for once; a refusal is asked again the next time. */
export function session(): Promise<Session> {
  known ??= dataOf(api.GET('/ops/api/session')).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

/** Know a session that just began. */
export const rememberSession = (begun: Session) => {
  known = Promise.resolve(begun);
};

/** Let the session be asked for anew, the next time that somebody wants to know; tells whether one was known. */
export const forgetSession = () => {
  const wasKnown = known !== undefined;
  known = undefined;
  return wasKnown;
};
