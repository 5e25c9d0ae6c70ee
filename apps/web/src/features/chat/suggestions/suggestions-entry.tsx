import { createStore } from '@pasar/sync';
import { useReadable } from '../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../base/lazy-screen.tsx';
import { needSuggestionsTexts } from './need-texts.ts';
import type { SuggestionButtonProps } from './suggestion-button.tsx';
import type { SuggestionPanelProps } from './suggestion-panel.tsx';

// Whether the server has a model is asked behind the first paint.
const LazyButton = lazyScreen<SuggestionButtonProps>(
  () => import('./suggestion-button.tsx').then((code) => code.SuggestionButton),
  { failed: () => null },
);
// Loaded when it is first opened.
const SuggestionPanel = lazyScreen<SuggestionPanelProps>(
  () => withTexts(needSuggestionsTexts, () => import('./suggestion-panel.tsx').then((code) => code.SuggestionPanel)),
  { failed: failedLine },
);

/** Whether the panel is open in this window. It stays so from one conversation to the next. */
const isPanelOpen = createStore(false);

/** The button beside the text box; nothing where the server has no model. */
export function SuggestButton({ className }: Pick<SuggestionButtonProps, 'className'>) {
  const isOpen = useReadable(isPanelOpen);
  return <LazyButton className={className} isOpen={isOpen} onToggle={() => isPanelOpen.update((held) => !held)} />;
}

/** The panel above the text box, while it is open. */
export function ComposerSuggestions(props: SuggestionPanelProps) {
  return useReadable(isPanelOpen) ? <SuggestionPanel key={props.id} {...props} /> : null;
}
