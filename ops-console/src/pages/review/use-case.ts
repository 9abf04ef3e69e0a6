import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '@/providers/http';
import { claim, getItem, openEvidence, type Item, type OpenCase } from './api';

export type Case =
  | { state: 'loading' }
  | { state: 'ready'; item: Item; seen: OpenCase }
  /** Somebody else has it in hand, or it is decided. */
  | { state: 'lost'; code: LostCode; by: string }
  | { state: 'failed'; error: unknown };

const LOST = ['moderation.case-claimed', 'moderation.case-closed'] as const;
type LostCode = (typeof LOST)[number];

/** Take a case on and open its evidence; what somebody else has is left to them. */
export function useCase(id: string): [Case, () => void] {
  const [found, setFound] = useState<Case>({ state: 'loading' });
  const open = useCallback(() => openCase(id), [id]);
  useEffect(() => {
    let isLeft = false;
    void open().then((next) => {
      if (!isLeft) setFound(next);
    });
    return () => {
      isLeft = true;
    };
  }, [open]);
  return [found, () => void open().then(setFound)];
}

async function openCase(id: string): Promise<Case> {
  try {
    const waiting = await getItem(id);
    const item = (await claim(id, waiting.version)) ?? waiting;
    return { state: 'ready', item, seen: await openEvidence(id) };
  } catch (error) {
    const code = lostCodeOf(error);
    if (code === undefined) return { state: 'failed', error };
    const { claimed_by, decided_by } = await getItem(id);
    return { state: 'lost', code, by: claimed_by ?? decided_by ?? '' };
  }
}

/** Why a case is no longer this person's, if that is what a refusal says. */
export const lostCodeOf = (error: unknown) => LOST.find((code) => code === problemOf(error)?.code);
