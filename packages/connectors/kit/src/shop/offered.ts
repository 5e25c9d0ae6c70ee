import { ABILITIES, type Ability, levelOf, type Marketplace } from '@pasar/domain';
import { notOffered } from '../outcome.ts';
import type { ShopCalls, ShopGroup, ShopMethod } from './calls.ts';

const IS_GROUP: Readonly<Record<ShopGroup, true>> = {
  goods: true,
  buyers: true,
  orders: true,
  affairs: true,
  media: true,
  creators: true,
};
type ShopAbility = Extract<Ability, `${ShopGroup}.${string}`>;
const isOfShop = (ability: Ability): ability is ShopAbility => Object.hasOwn(IS_GROUP, ability.split('.')[0] ?? '');

/** Every method of a shop's calls. Compiles only if each row of a group in the table of abilities has its method. */
export const SHOP_CALLS: readonly ShopMethod[] = (Object.keys(ABILITIES) as Ability[]).filter(isOfShop);

/** The methods that a marketplace has by the table of abilities, and no method that the table refuses. */
export type OfferedCalls<Of extends Marketplace> = {
  readonly [Group in ShopGroup]: Pick<ShopCalls[Group], OfferedNames<Of, Group>> & {
    readonly [Name in Exclude<keyof ShopCalls[Group], OfferedNames<Of, Group>>]?: never;
  };
};
type OfferedNames<Of extends Marketplace, Group extends ShopGroup> = {
  [Name in keyof ShopCalls[Group]]: Name extends string
    ? `${Group}.${Name}` extends infer Row extends Ability
      ? (typeof ABILITIES)[Row][Of] extends 'no'
        ? never
        : Name
      : never
    : never;
}[keyof ShopCalls[Group]];

/** A shop's calls with all methods: those that the table refuses are refused as not offered. */
export function withRefusals<Of extends Marketplace>(marketplace: Of, calls: NoInfer<OfferedCalls<Of>>): ShopCalls {
  const refused = SHOP_CALLS.filter((method) => levelOf(marketplace, method) === 'no');
  const refusalsOf = (group: string) =>
    Object.fromEntries(
      refused
        .map((method) => ({ method, path: method.split('.') }))
        .filter(({ path: [of] }) => of === group)
        .map(({ method, path: [, name] }) => [name, async () => notOffered(method)]),
    );
  const groups = Object.entries(calls).map(([group, given]) => [group, { ...given, ...refusalsOf(group) }]);
  // `OfferedCalls` holds the methods that the table does not refuse; the refused ones were added.
  return Object.fromEntries(groups) as ShopCalls;
}
