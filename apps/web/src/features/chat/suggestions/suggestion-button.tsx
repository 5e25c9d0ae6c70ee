import { CALLS } from '@pasar/api';
import { type LookUp, useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The operator's setting, which changes only with a restart of the server. */
const PLACE: LookUp<typeof CALLS.suggestions.suggestionPlace> = {
  call: CALLS.suggestions.suggestionPlace,
  freshMs: 3_600_000,
  againMs: null,
  staleBy: { change: null, calls: [] },
};

export interface SuggestionButtonProps {
  readonly className: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function SuggestionButton({ className, isOpen, onToggle }: SuggestionButtonProps) {
  const { t } = useTranslation('chat');
  const looked = useLookUp(PLACE, {});
  const host = looked.state === 'found' || looked.state === 'stale' ? looked.data.host : null;
  if (host === null) return null;
  return (
    <IconButton
      icon="suggest"
      className={className}
      label={t('suggestions.button')}
      isOn={isOpen}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  );
}
