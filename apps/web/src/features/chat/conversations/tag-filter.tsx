import type { BuyerTagView } from '@pasar/api';
import { useEffect, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuCorner, type MenuItem } from '../../../ui/menu.tsx';
import { TAGS } from '../tags/look-ups.ts';
import { TagManager } from '../tags/tag-manager.tsx';
import { TagMark } from '../tags/tag-mark.tsx';
import styles from '../tags/tags.module.css';
import { type Tagged, useTagged, type Wanted } from './use-tagged.ts';

export interface TagFilterProps extends Omit<Wanted, 'buyerTagId'> {
  /** Where the button of the menu is; null once the menu was closed. */
  readonly menuAt: MenuCorner | null;
  readonly onMenuClosed: () => void;
  /** Null: no tag is chosen. */
  readonly onTagged: (tagged: Tagged | null) => void;
}

/** The menu of the tags by which the list is filtered, and the line of the chosen one. */
export function TagFilter({ menuAt, onMenuClosed, onTagged, ...wanted }: TagFilterProps) {
  const { t } = useTranslation('buyerTags');
  const look = useLookUp(TAGS, {});
  const [isManaging, setIsManaging] = useState(false);
  const [buyerTagId, setBuyerTagId] = useState<string | null>(null);
  const tags = look.state === 'found' || look.state === 'stale' ? look.data.tags : null;
  const chosen = tags?.find((tag) => tag.buyerTagId === buyerTagId);
  // A tag that somebody has deleted lists nothing, and would not say why.
  const chosenId = chosen?.buyerTagId ?? null;
  const tagged = useTagged({ ...wanted, buyerTagId: chosenId }, look.state === 'found' ? look.at : null);
  const { search, more } = tagged ?? { search: null, more: null };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `more` is a new function at every render.
  useEffect(() => onTagged(search === null ? null : { search, more }), [search, more === null, onTagged]);
  return (
    <>
      {chosen !== undefined && (
        <div className={styles.chosen}>
          <TagMark name={chosen.buyerTagName} color={chosen.color} />
          <IconButton icon="close" label={t('filter.all')} onClick={() => setBuyerTagId(null)} />
        </div>
      )}
      {menuAt !== null && tags !== null && (
        <Menu label={t('filter.title')} items={itemsOf(tags)} at={menuAt} onClose={onMenuClosed} />
      )}
      {isManaging && <TagManager onClose={() => setIsManaging(false)} />}
    </>
  );

  function itemsOf(all: readonly BuyerTagView[]): readonly MenuItem[] {
    const choice = (key: string, label: string, id: string | null): MenuItem => ({
      kind: 'action',
      key,
      label,
      isChosen: id === chosenId,
      onChoose: () => setBuyerTagId(id),
    });
    return [
      ...(all.length === 0 ? [] : [choice('all', t('filter.all'), null)]),
      ...all.map((tag) => choice(tag.buyerTagId, tag.buyerTagName, tag.buyerTagId)),
      { kind: 'action', key: 'manage', label: t('manage'), icon: 'sliders', onChoose: () => setIsManaging(true) },
      ...(all.length === 0 ? [{ kind: 'note', key: 'none', label: t('filter.empty') } as const] : []),
    ];
  }
}
