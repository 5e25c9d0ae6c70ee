import { REACH_TONES, type ReachTone } from '@pasar/domain';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { playTone } from '../../../base/tones.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';

const TONE_TEXTS = { rising: 'tone.rising', falling: 'tone.falling', triple: 'tone.triple' } as const;

interface ToneFieldProps {
  readonly label: string;
  readonly disabled: boolean;
  /** Null: as usual. */
  readonly tone: ReachTone | null;
  /** What is played as usual. */
  readonly usual: ReachTone;
  /** Whether "as usual" may be chosen. */
  readonly mayBeUsual: boolean;
  readonly onChange: (tone: ReachTone | null) => void;
}

/** Chooses a sound, and lets it be heard. */
export function ToneField({ label, disabled, tone, usual, mayBeUsual, onChange }: ToneFieldProps) {
  const { t } = useTranslation('chatSettings');
  return (
    <>
      <Select
        aria-label={label}
        value={tone ?? ''}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(REACH_TONES.find((one) => one === currentTarget.value) ?? null)}
      >
        {mayBeUsual && <option value="">{t('tone.usual')}</option>}
        {REACH_TONES.map((one) => (
          <option key={one} value={one}>
            {t(TONE_TEXTS[one])}
          </option>
        ))}
      </Select>
      <Button kind="link" aria-label={t('playOf', { label })} onClick={() => playTone(tone ?? usual)}>
        {t('play')}
      </Button>
    </>
  );
}
