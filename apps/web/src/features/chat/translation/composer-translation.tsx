import type { ConversationId } from '@pasar/domain';
import { createStore } from '@pasar/sync';
import { useReadable } from '../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { needTranslateTexts } from './need-texts.ts';
import type { TranslatePanelProps } from './translate-panel.tsx';

// Loaded when it is first opened.
const TranslatePanel = lazyScreen<TranslatePanelProps>(
  () => withTexts(needTranslateTexts, () => import('./translate-panel.tsx').then((code) => code.TranslatePanel)),
  { failed: failedLine },
);
const IncomingTranslations = lazyScreen<{ readonly id: ConversationId }>(
  () => import('./incoming-translations.tsx').then((code) => code.IncomingTranslations),
  { failed: () => null },
);

/** Whether the panel is open in this window. It stays so from one conversation to the next. */
const isPanelOpen = createStore(false);

/** The panel above the text box while it is open; in any case the incoming texts are translated. */
export function ComposerTranslation(props: TranslatePanelProps) {
  const isOpen = useReadable(isPanelOpen);
  return (
    <>
      <IncomingTranslations id={props.id} />
      {isOpen && <TranslatePanel {...props} />}
    </>
  );
}

/** The button beside the text box. */
export function TranslateButton({ className }: { readonly className: string }) {
  const { t } = useTranslation('chat');
  const isOpen = useReadable(isPanelOpen);
  return (
    <IconButton
      icon="translate"
      className={className}
      label={t('translate.button')}
      isOn={isOpen}
      aria-expanded={isOpen}
      onClick={() => isPanelOpen.update((held) => !held)}
    />
  );
}
