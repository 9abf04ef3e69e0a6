import type { Answer, Answers, Question } from '../api/finder';

/** Every question in the order in which it is asked (spec 2.17). */
export const QUESTIONS = ['who', 'ages', 'distance', 'aim', 'interests', 'ways', 'matters'] as const;

export const GENDERS = ['woman', 'man', 'nonbinary'] as const;
export const RADII = [25, 50, 100] as const;
export const AIMS = ['lasting', 'company', 'friends', 'open'] as const;
export const WAYS = ['home', 'outdoors', 'culture', 'people', 'active', 'away'] as const;
export const MATTERS = ['interests', 'near', 'aim', 'ways'] as const;
/** So many things may matter most (the server says the same). */
export const MAX_MATTERS = 2;
/** The slider's end, which means "and older". */
export const OLDEST = 99;

export const isQuestion = (text: string | undefined): text is Question => QUESTIONS.some((one) => one === text);

/** The next question that is open, first those after this one; undefined when everything is answered. */
export function nextOpen(open: readonly Question[], after?: Question): Question | undefined {
  const left = QUESTIONS.filter((one) => one !== after && open.includes(one));
  const position = after ? QUESTIONS.indexOf(after) : -1;
  return left.find((one) => QUESTIONS.indexOf(one) > position) ?? left[0];
}

/** The question to go back to, whether it is open or not; undefined before the first. */
export const questionBefore = (question: Question): Question | undefined => QUESTIONS[QUESTIONS.indexOf(question) - 1];

/** The ages that are wished for; an end of the slider is no wish. */
export function ageAnswer([from, to]: readonly [number, number], minAge: number): Omit<Answer, 'question'> {
  return { seeking_min_age: from > minAge ? from : null, seeking_max_age: to < OLDEST ? to : null };
}

/** A list after something was picked or put back, in the order given. */
export const picked = <Key extends string>(
  all: readonly Key[],
  chosen: readonly Key[],
  key: Key,
  isIn: boolean,
): Key[] => all.filter((one) => (one === key ? isIn : chosen.includes(one)));

/** What an answer holds of everything that is known, to begin with. */
export function answerTo(question: Question, known: Answers): Answer {
  const { seeking_genders, seeking_min_age, seeking_max_age, interests, radius_km, aim, ways, matters } = known;
  const parts: Record<Question, Omit<Answer, 'question'>> = {
    who: { seeking_genders: seeking_genders as NonNullable<Answer['seeking_genders']> },
    ages: { seeking_min_age, seeking_max_age },
    distance: { radius_km: radius_km as NonNullable<Answer['radius_km']> },
    aim: { aim },
    interests: { interests: interests as NonNullable<Answer['interests']> },
    ways: { ways },
    matters: { matters },
  };
  return { question, ...parts[question] };
}
