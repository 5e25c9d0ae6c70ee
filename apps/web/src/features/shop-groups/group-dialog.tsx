import type { ShopGroupView } from '@pasar/api';
import { GROUP_COLORS, GROUP_LIMITS, type GroupColor } from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { ColorField } from '../../base/colors/color-field.tsx';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { removeGroup, saveGroup } from './commands.ts';
import styles from './groups-panel.module.css';

/** Adds a group of shops, or changes or removes it. */
export function GroupDialog(props: {
  /** Null for a new group. */
  readonly group: ShopGroupView | null;
  readonly others: readonly ShopGroupView[];
  readonly onClose: () => void;
}) {
  const { group, others, onClose } = props;
  const { t } = useTranslation('shopGroups');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [name, setName] = useState(group?.name ?? '');
  const [color, setColor] = useState<GroupColor>(group?.color ?? firstUnused(others));
  const [shopIds, setShopIds] = useState(group?.shopIds ?? []);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const end = async (asked: Promise<CallResult<unknown>>) => {
    setIsBusy(true);
    const result = await asked;
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return setProblem(t('nameMissing'));
    if (others.some((other) => other.name === wanted)) return setProblem(t('nameTaken'));
    void end(saveGroup({ groupId: group?.groupId ?? null, name: wanted, color, shopIds }));
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} onSubmit={submit}>
        <h2 id={id} className={form.title}>
          {group === null ? t('add') : t('changeOf', { group: group.name })}
        </h2>
        <label className={form.field}>
          <span>{t('name')}</span>
          <input
            data-first=""
            value={name}
            maxLength={GROUP_LIMITS.name}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <ColorField legend={t('color')} t={t} color={color} onColor={setColor} />
        <fieldset className={styles.shops}>
          <legend>{t('shops')}</legend>
          <ShopPicker chosen={shopIds} onChange={(chosen) => setShopIds([...chosen])} />
        </fieldset>
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={form.actions}>
          {group !== null && (
            <Button kind="danger" data-side="" disabled={isBusy} onClick={() => void end(removeGroup(group.groupId))}>
              {t('remove')}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}

const firstUnused = (others: readonly ShopGroupView[]): GroupColor =>
  GROUP_COLORS.find((color) => others.every((other) => other.color !== color)) ?? GROUP_COLORS[0];
