import { expect, it } from 'vitest';
import { inverseOf } from './bulk.ts';

it('an action on many conversations has an inverse, whose inverse it is, or none', () => {
  for (const kind of ['pin', 'mute', 'favorite', 'setAside', 'delete'] as const) {
    const inverse = inverseOf({ kind, isOn: true });
    expect(inverse).toEqual({ kind, isOn: false });
    expect(inverse && inverseOf(inverse)).toEqual({ kind, isOn: true });
  }
  expect([inverseOf({ kind: 'unread' }), inverseOf({ kind: 'read' })]).toEqual([{ kind: 'read' }, null]);
  const back = { kind: 'assignBack', fromId: 'm' } as const;
  expect([inverseOf({ kind: 'assign', memberId: 'm' }), inverseOf(back)]).toEqual([back, null]);
});
