import type { ShopView } from '@pasar/api';
import type { SendWarning } from '@pasar/domain';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { useEffect, useRef, useState } from 'react';
import { useColleagueName } from '../../../base/colleagues.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useCountryName } from '../../../base/texts/country-name.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { GuardWordsDialog } from './guard-words-dialog.tsx';
import styles from './send-warnings.module.css';

export interface SendWarningsProps {
  readonly warnings: readonly SendWarning[];
  readonly shop: ShopView;
  /** What waits, where it does not stand in the composer, and what gives it up. */
  readonly beside: { readonly what: string; readonly onDrop: () => void } | null;
  readonly onSend: () => void;
}

/** Why something has not gone out at the first Enter or click, and what sends it all the same. */
export function SendWarnings({ warnings, shop, beside, onSend }: SendWarningsProps) {
  const { t } = useTranslation('guard');
  const countryName = useCountryName();
  const isMain = useDeskState(({ member }) => member?.isMain ?? false);
  const [isEditing, setIsEditing] = useState(false);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const colleague = useColleagueName(warnings.find((one) => one.kind === 'colleague')?.memberId ?? null);
  const words = (warning: SendWarning): string => {
    switch (warning.kind) {
      case 'length':
        return t('guard.length', { marketplace, length: warning.length, most: warning.most });
      case 'inARow':
        return t('guard.inARow', { marketplace, most: warning.most });
      case 'closed':
        return t('guard.closed', { marketplace, days: warning.days });
      case 'contact':
        return t('guard.contact', { marketplace, found: warning.found });
      case 'word':
        return t('guard.word', { found: warning.found });
      case 'script':
        return t('guard.script');
      case 'colleague':
        return t('guard.colleague', { name: colleague ?? t('guard.someone') });
    }
  };
  const hasWord = warnings.some(({ kind }) => kind === 'word');
  const bar = useRef<HTMLDivElement>(null);
  const isBeside = beside !== null;
  // What waits beside the composer has the focus on its button, which Enter presses.
  const isByCtrl = useDeskState((state) => state.chatSetting.sendingKey === 'ctrlEnter') && !isBeside;
  // The press that chose it was elsewhere: the next Enter is for this. After the paint, because a dialog that closes
  // with the choice gives the focus back first. Each choice has warnings of its own.
  useEffect(() => {
    if (isBeside && warnings.length > 0) bar.current?.querySelector<HTMLElement>('[data-send]')?.focus();
  }, [isBeside, warnings]);
  return (
    <div ref={bar} className={styles.warnings} role="alert">
      <ul className={styles.list}>
        {beside !== null && <li className={styles.what}>{t('guard.waiting', { what: beside.what })}</li>}
        {warnings.map((warning) => (
          <li key={warning.kind}>{words(warning)}</li>
        ))}
      </ul>
      <span className={styles.actions}>
        {hasWord && isMain && (
          <Button kind="plain" onClick={() => setIsEditing(true)}>
            {t('guard.edit', { country: countryName(shop.country) })}
          </Button>
        )}
        {beside !== null && (
          <Button kind="plain" onClick={beside.onDrop}>
            {t('guard.drop')}
          </Button>
        )}
        <Button kind="plain" data-send="" onClick={onSend}>
          {t('guard.send', { key: isByCtrl ? 'Ctrl+Enter' : 'Enter' })}
        </Button>
      </span>
      {isEditing && <GuardWordsDialog country={shop.country} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
