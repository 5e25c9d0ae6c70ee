import { ASSIGNEE_FILTERS, type BuyerTagView, type ConversationFilter } from '@pasar/api';
import { useOtherColleagues } from '../../../../base/colleagues.ts';
import { useCountryName } from '../../../../base/texts/country-name.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ORDER_TEXTS } from '../../cards/order-texts.ts';
import { ASSIGNEE_TEXTS, SESSION_TAG_TEXTS, SORT_TEXTS } from './filter-texts.ts';
import styles from './filters.module.css';
import { without } from './without.ts';

interface FilterChipsProps {
  readonly filter: ConversationFilter;
  readonly tags: readonly BuyerTagView[];
  readonly onFilter: (filter: ConversationFilter) => void;
}

/** What is chosen, each part with a button that takes it away. */
export function FilterChips({ filter, tags, onFilter }: FilterChipsProps) {
  const { t } = useTranslation('listFilters');
  const { t: cards } = useTranslation('cards');
  const countryName = useCountryName();
  const { country, orderStatus, idleDays, buyerTagId, sort, hasNoOpenOrders, assignee, sessionTag } = filter;
  const colleagues = useOtherColleagues();
  const assigneeText = (one: string): string => {
    const group = ASSIGNEE_FILTERS.find((item) => item === one);
    if (group !== undefined) return t(ASSIGNEE_TEXTS[group]);
    return colleagues.find(({ memberId }) => memberId === one)?.name ?? t('assignee');
  };
  const tag = tags.find((one) => one.buyerTagId === buyerTagId);
  const chips: readonly (readonly [keyof ConversationFilter, string])[] = [
    ...(country === undefined ? [] : [['country', countryName(country)] as const]),
    ...(assignee === undefined ? [] : [['assignee', assigneeText(assignee)] as const]),
    ...(orderStatus === undefined ? [] : [['orderStatus', cards(ORDER_TEXTS[orderStatus])] as const]),
    ...(hasNoOpenOrders === true ? [['hasNoOpenOrders', t('noOpenOrders')] as const] : []),
    ...(idleDays === undefined ? [] : [['idleDays', t('idle.days', { count: idleDays })] as const]),
    ...(sessionTag === undefined ? [] : [['sessionTag', t(SESSION_TAG_TEXTS[sessionTag])] as const]),
    ...(tag === undefined ? [] : [['buyerTagId', tag.buyerTagName] as const]),
    ...(sort === undefined || sort === 'tab' ? [] : [['sort', t(SORT_TEXTS[sort])] as const]),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('chosen')}>
      {chips.map(([key, text]) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('remove', { name: text })}
            onClick={() => onFilter(without(filter, key))}
          >
            <span>{text}</span>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
