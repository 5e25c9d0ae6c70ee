import type { BuyerTagRelationView } from '@pasar/api';
import { BUYER_TAG_LIMITS, type ConversationId } from '@pasar/domain';
import { useState } from 'react';
import { useLookUp } from '../../../../base/look-up.ts';
import { LookedUpPart } from '../../../../base/looked-up.tsx';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { fullTime } from '../../../../base/texts/time-format.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { addTag, removeRelation } from '../../tags/commands.ts';
import { TAGS, TAGS_OF_BUYER } from '../../tags/look-ups.ts';
import { TagMark } from '../../tags/tag-mark.tsx';
import styles from '../../tags/tags.module.css';
import { dataOf } from './look-ups.ts';
import { TagField } from './tag-field.tsx';

export interface BuyerTagsProps {
  readonly conversationId: ConversationId;
}

/** The tags of this buyer in this shop, and a field to add one. */
export function TagList({ conversationId }: BuyerTagsProps) {
  const { t } = useTranslation('buyerTags');
  const { t: common } = useTranslation('common');
  const look = useLookUp(TAGS_OF_BUYER, { conversationId });
  const all = dataOf(useLookUp(TAGS, {}))?.tags ?? [];
  const [isBusy, setIsBusy] = useState(false);
  const add = async (name: string) => {
    setIsBusy(true);
    const result = await addTag(conversationId, name);
    setIsBusy(false);
    if (!result.ok) toast('bad', t('notAdded', { why: failureText(result.failure, common) }));
  };
  const draw = (relations: readonly BuyerTagRelationView[]) => {
    const held = new Set(relations.map(({ buyerTagId }) => buyerTagId));
    return (
      <>
        {relations.length === 0 ? <p className={styles.none}>{t('none')}</p> : <Tags relations={relations} />}
        {relations.length >= BUYER_TAG_LIMITS.ofBuyer ? (
          <p className={styles.none}>{t('full', { count: relations.length })}</p>
        ) : (
          <TagField
            others={all.filter(({ buyerTagId }) => !held.has(buyerTagId))}
            held={relations.map(({ buyerTagName }) => buyerTagName)}
            isBusy={isBusy}
            onAdd={(name) => void add(name)}
          />
        )}
      </>
    );
  };
  return <LookedUpPart look={look} draw={({ relations }) => draw(relations)} />;
}

function Tags({ relations }: { readonly relations: readonly BuyerTagRelationView[] }) {
  const { t } = useTranslation('buyerTags');
  const { t: common } = useTranslation('common');
  const remove = async (relationId: string) => {
    const result = await removeRelation(relationId);
    if (!result.ok) toast('bad', t('notRemoved', { why: failureText(result.failure, common) }));
  };
  return (
    <ul className={styles.tags}>
      {relations.map(({ relationId, buyerTagName: name, color, addedBy, isByRule, addedAt }) => (
        <li
          key={relationId}
          className={styles.tag}
          data-tip={t(isByRule ? 'byRule' : 'by', { name, author: addedBy, time: fullTime(addedAt) })}
        >
          <TagMark name={name} color={color} />
          <IconButton icon="close" label={t('remove', { name })} onClick={() => void remove(relationId)} />
        </li>
      ))}
    </ul>
  );
}
