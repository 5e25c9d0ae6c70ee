import type { ConversationView, ShopView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { type RefObject, useEffect, useState } from 'react';
import { useDesk, useReadable } from '../../../base/desk.tsx';
import { failedLine, inTime, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { insertion, requestInsertion } from '../place/insertion.ts';
import { needQuickRepliesTexts } from '../quick-replies/need-texts.ts';
import type { PickerProps } from '../quick-replies/picker.tsx';
import { type Slash, slashAt } from '../quick-replies/slash.ts';

type Box = RefObject<HTMLTextAreaElement | null>;

// Loaded when a person begins to write, and not before.
const Picker = lazyScreen<PickerProps>(
  () =>
    withTexts(needQuickRepliesTexts, () =>
      import('../quick-replies/picker.tsx').then(({ QuickReplyPicker }) => QuickReplyPicker),
    ),
  { failed: (props, again) => (props.slash === null ? null : failedLine(props, again)) },
);

/** The list of quick replies over the composer. `look` is called when the text or the cursor has changed. */
export function useQuickReplyPicker(box: Box, conversation: ConversationView, shop: ShopView | null) {
  const id = conversation.conversationId;
  const [isWarm, setIsWarm] = useState(false);
  const [slash, setSlash] = useState<Slash | null>(null);
  const [closed, setClosed] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has another text.
  useEffect(() => {
    setSlash(null);
    setClosed(null);
  }, [id]);
  const look = () => {
    const area = box.current;
    if (area === null) return;
    const now = area.selectionStart === area.selectionEnd ? slashAt(area.value, area.selectionStart) : null;
    setSlash(now);
    // A list that was closed stays closed until another slash asks for it.
    if (now?.from !== closed) setClosed(null);
  };
  const shown = slash === null || slash.from === closed ? null : slash;
  const picker = isWarm && (
    <Picker
      conversation={conversation}
      shop={shop}
      slash={shown}
      box={box}
      onClose={() => setClosed(slash?.from ?? null)}
    />
  );
  return { look, warm: () => setIsWarm(true), leave: () => setSlash(null), picker };
}

/** Takes what a quick reply asks the composer to insert or to send. */
export function useInsertion(box: Box, id: ConversationId, attach: (files: readonly File[]) => Promise<void>): void {
  const { t } = useTranslation('chat');
  const desk = useDesk();
  const wanted = useReadable(insertion);
  useEffect(() => {
    const area = box.current;
    if (wanted === null || wanted.id !== id || area === null) return;
    requestInsertion(null);
    const take = async () => {
      try {
        const { takeInsertion } = await inTime(withTexts(needQuickRepliesTexts, () => import('./take-insertion.ts')));
        await takeInsertion(wanted, { area, desk, attach });
      } catch {
        toast('bad', t('attach.failed'));
      }
    };
    void take();
  }, [attach, box, desk, id, t, wanted]);
}
