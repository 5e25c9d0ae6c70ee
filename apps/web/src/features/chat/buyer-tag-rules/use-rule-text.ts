import type { BuyerTagRuleTextView, BuyerTagView } from '@pasar/api';
import { asShopId, moneyWords } from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { ORDER_TEXTS } from '../cards/order-texts.ts';

/** A rule in words: which buyers, and which tag they get. */
export function useRuleText(
  tags: readonly BuyerTagView[],
): (rule: BuyerTagRuleTextView) => { readonly which: string; readonly tag: string } {
  const { t } = useTranslation('buyerTagRules');
  const { t: cards } = useTranslation('cards');
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const conditionText = ({ condition }: BuyerTagRuleTextView) => {
    switch (condition.kind) {
      case 'words': {
        const words = listText(
          condition.words.map((word) => t('which.word', { word })),
          locale,
        );
        return t(condition.isWhole ? 'which.wholeWords' : 'which.words', { words });
      }
      case 'orders': {
        const names = condition.statuses.map((status) => cards(ORDER_TEXTS[status]));
        return t('which.orders', { statuses: listText(names, locale) });
      }
      case 'spent':
        return t('which.spent', { amount: moneyWords(condition.least) });
    }
  };
  return (rule) => ({
    which: [
      conditionText(rule),
      ...(rule.shopIds === null
        ? []
        : [t('which.shops', { count: rule.shopIds.filter((id) => shops.has(asShopId(id))).length })]),
    ].join(' · '),
    tag: tags.find(({ buyerTagId }) => buyerTagId === rule.tagId)?.buyerTagName ?? t('gone'),
  });
}
