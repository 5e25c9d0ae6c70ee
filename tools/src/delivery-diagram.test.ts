import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DELIVERY_TRANSITIONS } from '@pasar/domain';
import { expect, test } from 'vitest';

test('the diagram of a delivery in docs/architecture.md has the transitions of the code, all and no others', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
  const [, section = ''] = page.split('## Up: the seller answers');
  const [diagram = ''] = section.split('\n## ');
  const drawn = [...diagram.matchAll(/^ {2}(\w+) --> (\w+): (\w+)/gm)].map(
    ([, from, to, event]) => `${from} ${event} ${to}`,
  );
  const real = Object.entries(DELIVERY_TRANSITIONS).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
  );
  expect(drawn.toSorted()).toEqual(real.toSorted());
});
