import { useState } from 'react';
import { failedDialog, lazyScreen } from '../../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import type { TagManagerProps } from '../../tags/tag-manager.tsx';
import { Section } from './section.tsx';
import { type BuyerTagsProps, TagList } from './tag-list.tsx';

const TagManager = lazyScreen<TagManagerProps>(
  () => import('../../tags/tag-manager.tsx').then(({ TagManager }) => TagManager),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** The tags of the buyer beside the conversation, and the way to all tags. */
export function BuyerTags({ conversationId }: BuyerTagsProps) {
  const { t } = useTranslation('buyerTags');
  const [isManaging, setIsManaging] = useState(false);
  return (
    <Section
      title={t('section')}
      aside={
        <Button kind="link" aria-haspopup="dialog" onClick={() => setIsManaging(true)}>
          {t('manage')}
        </Button>
      }
    >
      <TagList conversationId={conversationId} />
      {isManaging && <TagManager onClose={() => setIsManaging(false)} />}
    </Section>
  );
}
