import type { ShopView } from '@pasar/api';
import {
  type ConversationId,
  isTranslated,
  languageOfCountry,
  languageOfLocale,
  TRANSLATION_LANGUAGES,
  type TranslationLanguage,
} from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { useState } from 'react';
import { type LookedUp, useLookUp } from '../../../base/look-up.ts';
import { useMay } from '../../../base/may.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { switchConversation, switchShop } from './commands.ts';
import { SWITCHES, TRANSLATION } from './look-ups.ts';
import styles from './translation.module.css';

export interface TranslatePanelProps {
  readonly id: ConversationId;
  readonly shop: ShopView | null;
  /** What stands in the composer. */
  readonly text: string;
  /** Sends the translation instead of the text. */
  readonly onSend: (translation: string) => void;
}

/** Above the composer: the switches of incoming texts, and the preview of an answer in the buyer's language. */
export function TranslatePanel(props: TranslatePanelProps) {
  const { t } = useTranslation('translate');
  const locale = useLocale();
  const looked = useLookUp(SWITCHES, { conversationId: props.id });
  const known = looked.state === 'found' || looked.state === 'stale' ? looked.data : null;
  return (
    <section className={styles.panel} aria-label={t('panel.label')}>
      {known?.by === null ? (
        <p className={styles.note}>{reasonText('translation_missing', locale)}</p>
      ) : (
        <>
          <Switches key={`switches of ${props.id}`} {...props} switches={known?.switches ?? null} />
          <Outgoing key={props.id} {...props} />
        </>
      )}
    </section>
  );
}

type Switches = Parameters<typeof isTranslated>[0];

function Switches({ id, shop, switches: told }: TranslatePanelProps & { readonly switches: Switches | null }) {
  const { t } = useTranslation('translate');
  const { t: common } = useTranslation('common');
  const maySet = useMay(['setting']);
  // What was chosen here shows at once; the server's answer says the same, or takes it back.
  const [chosen, setChosen] = useState<Partial<Switches>>({});
  const switches = told === null ? null : { ...told, ...chosen };
  const change = async (change: Partial<Switches>, done: Promise<CallResult<unknown>>) => {
    setChosen((held) => ({ ...held, ...change }));
    const result = await done;
    if (result.ok) return;
    setChosen({});
    toast('bad', failureText(result.failure, common));
  };
  const isOn = (narrower: Partial<Switches>) =>
    switches !== null && isTranslated({ ...switches, shop: null, conversation: null, ...narrower });
  return (
    <fieldset className={styles.switches}>
      <legend className={styles.label}>{t('incoming.label')}</legend>
      <Switch
        label={t('incoming.conversation')}
        isOn={isOn(switches ?? {})}
        isOpen={switches !== null}
        onChange={(conversation) => void change({ conversation }, switchConversation(id, conversation))}
      />
      <Switch
        label={t('incoming.shop')}
        isOn={isOn({ shop: switches?.shop ?? null })}
        isOpen={switches !== null && maySet && shop !== null}
        onChange={(isShop) => shop !== null && void change({ shop: isShop }, switchShop(shop.shopId, isShop))}
      />
      <Switch
        label={t('incoming.account')}
        isOn={isOn({})}
        isOpen={switches !== null && maySet}
        onChange={(account) => void change({ account }, switchShop(null, account))}
      />
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /** The member may change it. */
  readonly isOpen: boolean;
  readonly onChange: (isOn: boolean) => void;
}
const Switch = ({ label, isOn, isOpen, onChange }: SwitchProps) => (
  <label className={styles.switch}>
    <input
      type="checkbox"
      checked={isOn}
      disabled={!isOpen}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
);

function Outgoing({ id, shop, text, onSend }: TranslatePanelProps) {
  const { t } = useTranslation('translate');
  const locale = useLocale();
  const mine = languageOfLocale(locale);
  const [chosen, setChosen] = useState<TranslationLanguage | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const language = chosen ?? (shop === null ? null : languageOfCountry(shop.country)) ?? 'en';
  const written = text.trim();
  const input = { conversationId: id, text: asked ?? '', targetLanguage: language };
  const there = useLookUp(TRANSLATION, input, asked !== null);
  const translation = asked === null ? null : textOf(there);
  const back = useLookUp(
    TRANSLATION,
    { conversationId: id, text: translation ?? '', targetLanguage: mine },
    translation !== null,
  );
  const isCurrent = asked !== null && asked === written;
  return (
    <div className={styles.outgoing}>
      <div className={styles.choose}>
        <Select
          aria-label={t('outgoing.language')}
          value={language}
          onChange={({ currentTarget }) =>
            setChosen(TRANSLATION_LANGUAGES.find((item) => item === currentTarget.value) ?? null)
          }
        >
          {TRANSLATION_LANGUAGES.map((item) => (
            <option key={item} value={item}>
              {languageName(item, locale)}
            </option>
          ))}
        </Select>
        <Button kind="plain" disabled={written === ''} onClick={() => setAsked(written)}>
          {t('outgoing.translate')}
        </Button>
        <span className={styles.note}>{written === '' ? t('outgoing.write') : null}</span>
      </div>
      {asked !== null && (
        <div className={styles.preview} role="status">
          <Line label={t('outgoing.there')} looked={there} />
          {translation !== null && <Line label={t('outgoing.back')} looked={back} />}
          {translation !== null && !isCurrent && written !== '' && (
            <p className={styles.note}>{t('outgoing.changed')}</p>
          )}
        </div>
      )}
      {translation !== null && isCurrent && (
        <Button
          kind="primary"
          onClick={() => {
            setAsked(null);
            onSend(translation);
          }}
        >
          {t('outgoing.send')}
        </Button>
      )}
    </div>
  );
}

type Looked = LookedUp<{ readonly text: string }>;
const textOf = (looked: Looked): string | null =>
  looked.state === 'found' || looked.state === 'stale' ? looked.data.text : null;

function Line({ label, looked }: { readonly label: string; readonly looked: Looked }) {
  const { t } = useTranslation('translate');
  const { t: common } = useTranslation('common');
  const text = textOf(looked);
  return (
    <p className={styles.line}>
      <span className={styles.label}>{label}</span>
      {text !== null && (
        <span className={styles.text} dir="auto">
          {text}
        </span>
      )}
      {looked.state === 'waiting' && <span className={styles.note}>{t('outgoing.waiting')}</span>}
      {looked.state === 'failed' && (
        <span className={styles.note}>
          {failureText(looked.failure, common)}{' '}
          <Button kind="link" onClick={looked.again}>
            {common('tryAgain')}
          </Button>
        </span>
      )}
    </p>
  );
}
