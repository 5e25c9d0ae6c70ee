import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASSIGNMENT_RULE_LIMITS,
  ASSIGNMENT_WAYS,
  type AssignmentRule,
  type AssignmentRules,
  chooserOf,
  stepRules,
  type TeamAtWork,
  type UnassignedWait,
} from './assignment-rules.ts';

const aRule = (more: Partial<AssignmentRule> = {}): AssignmentRule => ({
  ruleId: 'rule',
  name: 'All shops',
  shopIds: null,
  languages: null,
  tagIds: null,
  memberIds: null,
  way: 'roundRobin',
  staysWithKnown: false,
  ...more,
});
const aWait = (more: Partial<UnassignedWait> = {}): UnassignedWait => ({
  conversationId: 'c',
  shopId: 'sg',
  language: 'en',
  tagIds: [],
  able: ['anna', 'ben', 'mei'],
  knownId: null,
  ...more,
});
const team = (waiting: Record<string, number>, more: Partial<TeamAtWork> = {}): TeamAtWork => ({
  waiting: new Map(Object.entries(waiting)),
  turns: [],
  limit: 30,
  ...more,
});
const HERE = { anna: 0, ben: 0, mei: 0 };
/** Who is chosen for one wait after another. */
const chosen = (rules: readonly AssignmentRule[], at: TeamAtWork, waits: readonly UnassignedWait[]) => {
  const { choose } = chooserOf(rules, at);
  return waits.map((wait) => choose(wait)?.memberId ?? null);
};
const times = (count: number, wait = aWait()) => Array.from({ length: count }, () => wait);

describe('the choice', () => {
  it('goes round, also on from where the last one ended', () => {
    expect(chosen([aRule()], team(HERE), times(4))).toEqual(['anna', 'ben', 'mei', 'anna']);
    const turns = [
      { ruleId: 'rule', memberId: 'anna', turn: 7 },
      { ruleId: 'rule', memberId: 'ben', turn: 6 },
      { ruleId: 'another', memberId: 'mei', turn: 9 },
    ];
    expect(chosen([aRule()], team(HERE, { turns }), times(4))).toEqual(['mei', 'ben', 'anna', 'mei']);
  });

  it('takes who has the fewest waiting buyers, and of equals who was chosen longest ago', () => {
    const rules = [aRule({ way: 'leastBusy' })];
    expect(chosen(rules, team({ anna: 3, ben: 1, mei: 2 }), times(5))).toEqual(['ben', 'mei', 'ben', 'anna', 'mei']);
  });

  it('stays with whom the buyer knows, unless that member is not here, full, or not among the rule’s', () => {
    const rules = [aRule({ staysWithKnown: true })];
    const known = [aWait({ knownId: 'mei' })];
    expect(chosen(rules, team(HERE), known)).toEqual(['mei']);
    expect(chosen([aRule()], team(HERE), known)).toEqual(['anna']);
    expect(chosen(rules, team({ anna: 0 }), known)).toEqual(['anna']);
    expect(chosen(rules, team({ ...HERE, mei: 30 }), known)).toEqual(['anna']);
    expect(chosen([aRule({ staysWithKnown: true, memberIds: ['ben'] })], team(HERE), known)).toEqual(['ben']);
  });

  it('is that of the first rule that matches, even where nobody fits it', () => {
    const rules = [
      aRule({ ruleId: 'thai', languages: ['th'], memberIds: ['mei'] }),
      aRule({ ruleId: 'vip', tagIds: ['vip', 'late'], memberIds: ['ben'] }),
      aRule({ ruleId: 'sg', shopIds: ['sg'], memberIds: ['anna'] }),
    ];
    const waits = [
      aWait({ language: 'th', tagIds: ['vip'] }),
      aWait({ tagIds: ['late'] }),
      aWait(),
      aWait({ shopId: 'my' }),
    ];
    expect(chosen(rules, team(HERE), waits)).toEqual(['mei', 'ben', 'anna', null]);
    expect(chosen(rules, team({ anna: 0, ben: 30 }), waits)).toEqual([null, null, 'anna', null]);
  });

  it('is nobody without rules, and nobody who does not see the shop', () => {
    expect(chosen([], team(HERE), [aWait()])).toEqual([null]);
    expect(chosen([aRule()], team(HERE), [aWait({ able: [] })])).toEqual([null]);
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const anyOf = (names: readonly string[]) => fc.subarray([...names]);
const maybe = (names: readonly string[]) => fc.option(fc.subarray([...names], { minLength: 1 }));
const anyRule = fc.record({
  shopIds: maybe(['s1', 's2', 's3']),
  languages: fc.option(fc.subarray(['en', 'th'] as const, { minLength: 1 })),
  tagIds: maybe(['t1', 't2']),
  memberIds: maybe(NAMES),
  way: fc.constantFrom(...ASSIGNMENT_WAYS),
  staysWithKnown: fc.boolean(),
});
const anyWait = fc.record({
  conversationId: fc.uuid(),
  shopId: fc.constantFrom('s1', 's2', 's3'),
  language: fc.constantFrom('en' as const, 'th' as const),
  tagIds: anyOf(['t1', 't2']),
  able: anyOf(NAMES),
  knownId: fc.option(fc.constantFrom(...NAMES)),
});

it('never goes above the limit, never to who is not here or does not fit, and is the same for the same state', () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 8 })),
      fc.integer({ min: 1, max: 6 }),
      fc.array(anyWait, { maxLength: 40 }),
      (drawn, waiting, limit, waits) => {
        const rules = drawn.map((rule, number) => aRule({ ...rule, ruleId: `rule ${number}` }));
        const at = team(waiting, { limit });
        const { choose, hasRoom } = chooserOf(rules, at);
        const now = new Map(at.waiting);
        for (const wait of waits) {
          const choice = choose(wait);
          const room = (memberId: string) => (now.get(memberId) ?? limit) < limit;
          if (choice === null) {
            expect(hasRoom()).toBe(NAMES.some(room));
            continue;
          }
          const { memberId, rule } = choice;
          expect(room(memberId)).toBe(true);
          expect(wait.able).toContain(memberId);
          expect(rule.memberIds ?? NAMES).toContain(memberId);
          expect(rule.shopIds ?? [wait.shopId]).toContain(wait.shopId);
          if (rule.way === 'leastBusy' && !(rule.staysWithKnown && memberId === wait.knownId)) {
            const fitting = wait.able.filter((one) => room(one) && (rule.memberIds ?? NAMES).includes(one));
            expect(now.get(memberId)).toBe(Math.min(...fitting.map((one) => now.get(one) ?? limit)));
          }
          now.set(memberId, (now.get(memberId) ?? 0) + 1);
        }
        expect(chosen(rules, at, waits)).toEqual(chosen(rules, at, waits));
      },
    ),
  );
});

it('by turns gives no member two more than another, whoever was chosen before', () => {
  fc.assert(
    fc.property(
      fc.subarray([...NAMES], { minLength: 1 }),
      fc.uniqueArray(fc.constantFrom(...NAMES)),
      fc.integer({ min: 1, max: 40 }),
      (here, before, count) => {
        const turns = before.map((memberId, turn) => ({ ruleId: 'rule', memberId, turn: turn + 1 }));
        const at = team(Object.fromEntries(here.map((name) => [name, 0])), { turns, limit: 100 });
        const counts = new Map(here.map((name) => [name, 0]));
        for (const memberId of chosen([aRule()], at, times(count, aWait({ able: here })))) {
          counts.set(memberId ?? '', (counts.get(memberId ?? '') ?? 0) + 1);
        }
        expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
      },
    ),
  );
});

describe('a step', () => {
  const [one, two, three] = ['1', '2', '3'].map((ruleId) => aRule({ ruleId, name: ruleId })) as [
    AssignmentRule,
    AssignmentRule,
    AssignmentRule,
  ];
  const rules: AssignmentRules = { isOn: false, rules: [one, two, three] };
  const after = (step: Parameters<typeof stepRules>[1]) => {
    const outcome = stepRules(rules, step);
    if (outcome.is !== 'done') return outcome.is;
    return [outcome.rules.rules.map(({ name }) => name).join(''), outcome.event?.kind ?? null, outcome.rules.isOn];
  };

  it('switches, adds, changes, moves and removes, and tells what has changed', () => {
    expect(after({ kind: 'switch', isOn: true })).toEqual(['123', 'switched', true]);
    expect(after({ kind: 'put', rule: aRule({ ruleId: '4', name: '4' }) })).toEqual(['1234', 'added', false]);
    expect(after({ kind: 'put', rule: { ...two, name: 'x' } })).toEqual(['1x3', 'changed', false]);
    expect(after({ kind: 'move', ruleId: '1', to: 2 })).toEqual(['231', 'moved', false]);
    expect(after({ kind: 'move', ruleId: '3', to: 0 })).toEqual(['312', 'moved', false]);
    expect(after({ kind: 'remove', ruleId: '2' })).toEqual(['13', 'removed', false]);
  });

  it('that changes nothing is no event', () => {
    expect(after({ kind: 'switch', isOn: false })).toEqual(['123', null, false]);
    const { name, ...rest } = two;
    expect(after({ kind: 'put', rule: { ...rest, name } })).toEqual(['123', null, false]);
    expect(after({ kind: 'move', ruleId: '3', to: 9 })).toEqual(['123', null, false]);
  });

  it('on a rule that is gone, or beyond the most rules, is refused', () => {
    expect(after({ kind: 'remove', ruleId: '9' })).toBe('gone');
    expect(after({ kind: 'move', ruleId: '9', to: 0 })).toBe('gone');
    const full = Array.from({ length: ASSIGNMENT_RULE_LIMITS.rules }, (_, n) => aRule({ ruleId: `${n}` }));
    expect(stepRules({ isOn: true, rules: full }, { kind: 'put', rule: aRule() })).toEqual({ is: 'full' });
  });
});
