import type { BuyerTagView } from '@pasar/api';
import type { BuyerTagColor } from '@pasar/domain';
import { memo } from 'react';
import { ColorDot } from '../../../base/colors/color-dot.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listText } from '../../../base/texts/list-text.ts';
import { TAGS } from './look-ups.ts';
import styles from './row-tags.module.css';

export interface RowTagsProps {
  /** The tags of the buyer; those that the account does not have any more are left out. */
  readonly tagIds: readonly string[];
}

/** The colours of the buyer's first tags, and how many more there are, quietly on the row of the list. */
export function RowTags({ tagIds }: RowTagsProps) {
  const [first, second, ...more] = useTags(tagIds);
  const words = useWords(tagIds);
  if (first === undefined) return null;
  return <Marks words={words} first={first.color} second={second?.color ?? null} moreCount={more.length} />;
}

interface MarksProps {
  readonly words: string;
  readonly first: BuyerTagColor;
  readonly second: BuyerTagColor | null;
  readonly moreCount: number;
}
/** Drawn again only when they change, and not whenever the tags are fetched. */
const Marks = memo(function Marks({ words, first, second, moreCount }: MarksProps) {
  return (
    <span className={styles.tags} data-tip={words} aria-hidden="true">
      <ColorDot color={first} />
      {second !== null && <ColorDot color={second} />}
      {moreCount > 0 && `+${moreCount}`}
    </span>
  );
});

/** The same as text, for screen readers. */
export function RowTagsFact({ tagIds }: RowTagsProps) {
  const words = useWords(tagIds);
  return words === '' ? null : <> {words}.</>;
}

function useWords(tagIds: readonly string[]): string {
  const { t } = useTranslation('buyerTags');
  const locale = useLocale();
  const names = useTags(tagIds).map(({ buyerTagName }) => buyerTagName);
  return names.length === 0 ? '' : t('row', { names: listText(names, locale) });
}

/** By name. None while the tags of the account are not known. */
function useTags(tagIds: readonly string[]): readonly BuyerTagView[] {
  const look = useLookUp(TAGS, {});
  if (look.state !== 'found' && look.state !== 'stale') return [];
  return look.data.tags.filter(({ buyerTagId }) => tagIds.includes(buyerTagId));
}
