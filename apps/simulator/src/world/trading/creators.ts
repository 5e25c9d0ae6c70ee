import { stableId } from '../ids.ts';
import { createRandom } from '../random.ts';
import type { TradeCreator } from '../trade.ts';
import type { Shop } from '../types.ts';
import { times } from './plan.ts';

const CREATORS = 45;
const FIRST = ['Aina', 'Mai', 'Ploy', 'Rizky', 'Sam', 'Thu', 'Wan', 'Bea', 'Kit'];
const SECOND = ['Live', 'Daily', 'Finds', 'Home', 'Style'];

/** The same creators for a country each time. */
export function creatorsOf({ marketplace, country }: Shop): readonly TradeCreator[] {
  return times(marketplace === 'tiktok' ? CREATORS : 0, (index) => {
    const random = createRandom(`creator/${country}/${index}`);
    const nickname = `${FIRST[index % FIRST.length]} ${SECOND[Math.floor(index / FIRST.length)]}`;
    return {
      creatorId: stableId('creator', `${country}/${index}`),
      handle: `${nickname.toLowerCase().replace(' ', '.')}.${country.toLowerCase()}`,
      nickname,
      followers: random.integer(1_000, 900_000),
      isInvited: false,
    };
  });
}
