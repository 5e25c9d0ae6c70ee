import type { AssignmentRuleView, BuyerTagView } from '@pasar/api';
import { asShopId } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { listText } from '../../../base/texts/list-text.ts';

/** What rules name by ids. Shops stand in the replica. */
export interface Named {
  readonly tags: readonly BuyerTagView[];
  readonly members: readonly { readonly memberId: string; readonly name: string }[];
}

export const WAY_TEXTS = { roundRobin: 'way.roundRobin', leastBusy: 'way.leastBusy' } as const;

/** A rule in words: which buyers, and to whom. */
export function useRuleText({ tags, members }: Named): (rule: AssignmentRuleView) => { which: string; whom: string } {
  const { t } = useTranslation('assignment');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  return ({ shopIds, languages, tagIds, memberIds, way, staysWithKnown }) => {
    const names = (ids: readonly string[], nameOf: (id: string) => string | undefined) =>
      listText([...new Set(ids.map((id) => nameOf(id) ?? t('gone')))], locale);
    const tagName = (id: string) => tags.find(({ buyerTagId }) => buyerTagId === id)?.buyerTagName;
    const memberName = (id: string) => members.find(({ memberId }) => memberId === id)?.name;
    const conditions = [
      ...(shopIds === null
        ? []
        : [t('which.shops', { count: shopIds.filter((id) => shops.has(asShopId(id))).length })]),
      ...(languages === null
        ? []
        : [
            t('which.languages', {
              names: listText(
                languages.map((one) => languageName(one, locale)),
                locale,
              ),
            }),
          ]),
      ...(tagIds === null ? [] : [t('which.tags', { names: names(tagIds, tagName) })]),
    ];
    return {
      which: conditions.length === 0 ? t('which.all') : conditions.join(' · '),
      whom: [
        memberIds === null ? t('whom.everyone') : names(memberIds, memberName),
        t(WAY_TEXTS[way]),
        ...(staysWithKnown ? [t('whom.known')] : []),
      ].join(' · '),
    };
  };
}
