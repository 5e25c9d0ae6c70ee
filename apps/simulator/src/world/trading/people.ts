/** The people of a marketplace and whom they follow: the shops' buyers, and others who have never written. */
import { stableId } from '../ids.ts';
import { PHRASE_BOOKS } from '../phrases/index.ts';
import { createRandom } from '../random.ts';
import type { TradeFollower } from '../trade.ts';
import type { Buyer, Marketplace, World } from '../types.ts';
import { type TradePlan, times } from './plan.ts';

const FOLLOWERS = 45;
/** Of them so many buyers of the shop at most: most people who follow a shop have never written. */
const FOLLOWING_BUYERS = 15;
const FOLLOWEES = 45;
const STRANGERS = 400;
/** Another language here would make other people of all strangers. */
const STRANGERS_LANGUAGES = ['th', 'vi', 'id', 'ms', 'en', 'zh', 'tl', 'pt'] as const;

export interface People {
  /** The shop's own buyers come first. */
  followersOf(plan: TradePlan): readonly TradeFollower[];
  followeesOf(plan: TradePlan): readonly TradeFollower[];
  /** The person or seller with this shop id; null when the id is unknown. */
  withShop(marketplace: Marketplace, shopId: string): TradeFollower | null;
}

export function createPeople(seed: string, world: Pick<World, 'shops' | 'shop' | 'conversations'>): People {
  const strangers = new Map<Marketplace, readonly TradeFollower[]>();
  const shopIdOf = (userId: string): string => stableId(seed, `shop-of/${userId}`);
  const personOf = ({ buyerId, name }: Buyer): TradeFollower => ({
    userId: buyerId,
    username: name,
    shopId: shopIdOf(buyerId),
  });

  function strangersOf(marketplace: Marketplace): readonly TradeFollower[] {
    const known = strangers.get(marketplace);
    if (known !== undefined) return known;
    const random = createRandom(`${seed}/people/${marketplace}`);
    const books = STRANGERS_LANGUAGES.map((language) => PHRASE_BOOKS[language]);
    const made = times(STRANGERS, (index) => {
      const userId = stableId(seed, `person/${marketplace}/${index}`);
      return {
        userId,
        username: `${random.pick(random.pick(books).handles)}_${random.integer(10, 9_999)}`,
        shopId: shopIdOf(userId),
      };
    });
    strangers.set(marketplace, made);
    return made;
  }
  function someStrangers({ shop, random }: TradePlan, part: string, count: number): TradeFollower[] {
    const all = strangersOf(shop.marketplace);
    const first = random(part).integer(0, all.length - 1);
    return times(count, (at) => all[(first + at) % all.length]).filter((person) => person !== undefined);
  }
  function buyerWithShop(marketplace: Marketplace, shopId: string): TradeFollower | null {
    const buyers = world.shops
      .filter((shop) => shop.marketplace === marketplace)
      .flatMap((shop) => world.conversations(marketplace, shop.shopId).map(({ buyer }) => buyer));
    const found = buyers.find(({ buyerId }) => shopIdOf(buyerId) === shopId);
    return found === undefined ? null : personOf(found);
  }

  return {
    followersOf(plan) {
      const own = plan.buyers.slice(0, FOLLOWING_BUYERS).map(personOf);
      return [...own, ...someStrangers(plan, 'followers', FOLLOWERS - own.length)];
    },
    followeesOf: (plan) => someStrangers(plan, 'followees', FOLLOWEES),
    withShop(marketplace, shopId) {
      const shop = world.shop(marketplace, shopId);
      if (shop !== null) return { userId: shop.userId, username: shop.name, shopId };
      const stranger = strangersOf(marketplace).find((person) => person.shopId === shopId);
      return stranger ?? buyerWithShop(marketplace, shopId);
    },
  };
}
