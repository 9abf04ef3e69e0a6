import { describe, expect, it } from 'vitest';
import { byKind, conversationsOf, signed } from './lines';

describe('the lines of a wallet', () => {
  it('name the conversations that credits went to, the newest first, each once and ten at most', () => {
    const spent = (id: string) => ({ kind: 'message' as const, credits: -5, conversation_id: id });
    const lines = [
      spent('b'),
      { kind: 'signup' as const, credits: 15, conversation_id: null },
      spent('a'),
      spent('b'),
      { kind: 'purchase' as const, credits: 120, conversation_id: 'an order' },
    ];
    expect(conversationsOf(lines)).toEqual(['b', 'a']);
    const many = Array.from({ length: 12 }, (_, index) => spent(String(index)));
    expect(conversationsOf(many)).toHaveLength(10);
  });

  it('tell given credits from bought ones', () => {
    const lots = [
      { kind: 'bonus' as const, remaining: 15 },
      { kind: 'purchased' as const, remaining: 120 },
      { kind: 'purchased' as const, remaining: 3 },
    ];
    expect(byKind(lots)).toEqual({ bonus: 15, purchased: 123 });
    expect(byKind([])).toEqual({ bonus: 0, purchased: 0 });
  });

  it('carry their sign', () => {
    expect([signed(120), signed(-5)]).toEqual(['+120', '−5']);
  });
});
