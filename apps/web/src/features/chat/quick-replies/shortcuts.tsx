import type { ShopView, ShortcutView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useId, useState } from 'react';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { saveShortcuts } from './commands.ts';
import styles from './group.module.css';
import { SHORTCUTS } from './look-ups.ts';
import { ShortcutRow } from './shortcut-row.tsx';
import type { useChoose } from './use-choose.ts';

export interface ShortcutsProps {
  readonly shop: ShopView;
  readonly choose: ReturnType<typeof useChoose>;
  readonly mayChange: boolean;
}

/** The phrases that the shop keeps at its marketplace. They are asked for when a person opens the list. */
export function Shortcuts(props: ShortcutsProps) {
  const { t } = useTranslation('quickReplies');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { marketplace } = props.shop;
  const name = MARKETPLACE_NAMES[marketplace];
  if (!offers(marketplace, 'goods.quickReplies') || marketplace === 'tiktok') {
    return <p className={styles.absent}>{t('shortcuts.absent', { marketplace: name })}</p>;
  }
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.head}>
        <button type="button" className={styles.name} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name="down" size={14} />
          <span id={id}>{t('shortcuts.title', { marketplace: name })}</span>
        </button>
      </header>
      {isOpen && <Opened {...props} marketplace={marketplace} />}
    </section>
  );
}

function Opened({
  shop,
  marketplace,
  choose,
  mayChange,
}: ShortcutsProps & { readonly marketplace: 'shopee' | 'lazada' }) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const look = useLookUp(SHORTCUTS, { shopId: shop.shopId });
  const name = MARKETPLACE_NAMES[marketplace];
  const save = async (shortcuts: readonly ShortcutView[]): Promise<boolean> => {
    const result = await saveShortcuts(
      marketplace,
      shop.shopId,
      shortcuts.map(({ shortcutId, group, text, baseText }) => ({ shortcutId, group, text, baseText })),
    );
    if (!result.ok) toast('bad', failureText(result.failure, common));
    return result.ok;
  };
  return (
    <LookedUpPart
      look={look}
      draw={({ shortcuts, refusal }) => (
        <>
          {refusal !== null && (
            <p className={styles.none} role="status">
              {t('shortcuts.notRead', { why: reasonText(refusal.reason, locale) })}
            </p>
          )}
          {mayChange && <p className={styles.none}>{t('shortcuts.kept', { marketplace: name })}</p>}
          {shortcuts.length === 0 && refusal === null && <p className={styles.none}>{t('shortcuts.none')}</p>}
          <ul>
            {shortcuts.map((shortcut, index) => (
              <ShortcutRow
                key={shortcut.shortcutId ?? `new-${index}`}
                shortcut={shortcut}
                marketplace={name}
                onInsert={() => choose({ replyId: null, parts: [{ kind: 'text', text: shortcut.text }] }, 'insert')}
                onSave={
                  mayChange && refusal === null
                    ? (next) => save(next === null ? shortcuts.toSpliced(index, 1) : shortcuts.with(index, next))
                    : null
                }
              />
            ))}
          </ul>
          {mayChange && refusal === null && <AddShortcut shortcuts={shortcuts} onSave={save} />}
        </>
      )}
    />
  );
}

/** A shortcut that only Pasar has, in the group of the last one. */
function AddShortcut(props: {
  readonly shortcuts: readonly ShortcutView[];
  readonly onSave: (shortcuts: readonly ShortcutView[]) => Promise<boolean>;
}) {
  const { t } = useTranslation('quickReplies');
  const [isOpen, setIsOpen] = useState(false);
  const group = props.shortcuts.at(-1)?.group ?? t('shortcuts.ownGroup');
  const blank: ShortcutView = {
    shortcutId: null,
    group,
    text: '',
    theirText: null,
    baseText: null,
    state: 'new',
  };
  if (!isOpen) {
    return (
      <p className={styles.none}>
        <Button kind="link" onClick={() => setIsOpen(true)}>
          {t('shortcuts.add')}
        </Button>
      </p>
    );
  }
  return (
    <ul>
      <ShortcutRow
        shortcut={blank}
        marketplace=""
        isNew
        onInsert={() => undefined}
        onSave={async (next) => {
          const isDone = next === null || (await props.onSave([...props.shortcuts, next]));
          if (isDone) setIsOpen(false);
          return isDone;
        }}
      />
    </ul>
  );
}
