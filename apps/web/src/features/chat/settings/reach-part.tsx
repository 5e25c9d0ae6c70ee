import { asShopId, type MemberChatSetting, REACH_TONES, type ShopId, TOLD_AGAIN_MINUTES } from '@pasar/domain';
import { type ReactNode, useId, useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { ShopPicker } from '../../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { playTone } from '../../../base/tones.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TAGS } from '../tags/look-ups.ts';
import { TagMark } from '../tags/tag-mark.tsx';
import styles from './chat-settings.module.css';
import type { PartProps } from './draft.ts';
import { QuietPart } from './quiet-part.tsx';

const TONE_TEXTS = { rising: 'tone.rising', falling: 'tone.falling', triple: 'tone.triple' } as const;

/** By what the member is told of buyers who wait, and of which ones. */
export function ReachPart({ draft: { member }, onMember }: PartProps) {
  const { t } = useTranslation('chatSettings');
  const id = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{t('reach')}</legend>
      <Check isOn={member.isReached} onChange={(isReached) => onMember({ isReached })}>
        {t('reached')}
      </Check>
      {/* A part that the switch puts out of use stays in view. */}
      <fieldset className={styles.rules} disabled={!member.isReached} aria-label={t('rules')}>
        <div className={styles.row}>
          <Check isOn={member.hasSound} onChange={(hasSound) => onMember({ hasSound })}>
            {t('sound')}
          </Check>
          <Select
            aria-label={t('tone')}
            value={member.tone}
            disabled={!member.hasSound}
            onChange={({ currentTarget }) =>
              onMember({ tone: REACH_TONES.find((tone) => tone === currentTarget.value) ?? 'rising' })
            }
          >
            {REACH_TONES.map((tone) => (
              <option key={tone} value={tone}>
                {t(TONE_TEXTS[tone])}
              </option>
            ))}
          </Select>
          <Button kind="link" onClick={() => playTone(member.tone)}>
            {t('play')}
          </Button>
        </div>
        <Check isOn={member.hasNotifications} onChange={(hasNotifications) => onMember({ hasNotifications })}>
          {t('notifications')}
        </Check>
        <Permission />
        <Shops shopIds={member.shopIds} onMember={onMember} />
        <Tags tagIds={member.tagIds} onMember={onMember} />
        <Check isOn={member.isMineOnly} onChange={(isMineOnly) => onMember({ isMineOnly })}>
          {t('mineOnly')}
        </Check>
        <QuietPart hours={member.quietHours} onChange={(quietHours) => onMember({ quietHours })} />
        <div className={styles.row}>
          <label htmlFor={`${id}-again`}>{t('again')}</label>
          <Select
            id={`${id}-again`}
            value={String(member.againMinutes)}
            onChange={({ currentTarget }) =>
              onMember({
                againMinutes: TOLD_AGAIN_MINUTES.find((minutes) => String(minutes) === currentTarget.value) ?? null,
              })
            }
          >
            <option value="null">{t('again.never')}</option>
            {TOLD_AGAIN_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('again.after', { count: minutes })}
              </option>
            ))}
          </Select>
        </div>
      </fieldset>
    </fieldset>
  );
}

const Check = (props: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      checked={props.isOn}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
    {props.children}
  </label>
);

/** Whether the browser lets Pasar show notifications, which only a press may ask. */
function Permission() {
  const { t } = useTranslation('chatSettings');
  const [permission, setPermission] = useState('Notification' in window ? Notification.permission : 'denied');
  if (permission === 'granted') return <p className={styles.hint}>{t('allowed')}</p>;
  if (permission === 'denied') return <p className={styles.hint}>{t('denied')}</p>;
  return (
    <p>
      <Button kind="link" onClick={() => void Notification.requestPermission().then(setPermission)}>
        {t('allow')}
      </Button>
    </p>
  );
}

type OnMember = (change: Partial<MemberChatSetting>) => void;

function Shops({ shopIds, onMember }: { readonly shopIds: string[] | null; readonly onMember: OnMember }) {
  const { t } = useTranslation('chatSettings');
  const shops = useDeskState((state) => state.shops);
  const seen: readonly ShopId[] = (shopIds ?? []).map(asShopId).filter((id) => shops.has(id));
  return (
    <OnlySome
      legend={t('shops')}
      all={t('shops.all')}
      some={t('shops.some')}
      isAll={shopIds === null}
      onAll={(isAll) => onMember({ shopIds: isAll ? null : [...seen] })}
    >
      <ShopPicker chosen={seen} onChange={(chosen) => onMember({ shopIds: [...chosen] })} />
    </OnlySome>
  );
}

function Tags({ tagIds, onMember }: { readonly tagIds: string[] | null; readonly onMember: OnMember }) {
  const { t } = useTranslation('chatSettings');
  const look = useLookUp(TAGS, {}, tagIds !== null);
  return (
    <OnlySome
      legend={t('buyers')}
      all={t('buyers.all')}
      some={t('buyers.some')}
      isAll={tagIds === null}
      onAll={(isAll) => onMember({ tagIds: isAll ? null : [] })}
    >
      <LookedUpPart
        look={look}
        draw={({ tags }) => {
          const known = (tagIds ?? []).filter((id) => tags.some(({ buyerTagId }) => buyerTagId === id));
          if (tags.length === 0) return <p className={styles.hint}>{t('buyers.none')}</p>;
          return (
            <div className={styles.tags}>
              {tags.map(({ buyerTagId, buyerTagName, color }) => (
                <label key={buyerTagId} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={known.includes(buyerTagId)}
                    onChange={({ currentTarget }) =>
                      onMember({
                        tagIds: currentTarget.checked
                          ? [...known, buyerTagId]
                          : known.filter((other) => other !== buyerTagId),
                      })
                    }
                  />
                  <TagMark name={buyerTagName} color={color} />
                </label>
              ))}
            </div>
          );
        }}
      />
    </OnlySome>
  );
}

/** All of them, or those that are chosen below. */
function OnlySome(props: {
  readonly legend: string;
  readonly all: string;
  readonly some: string;
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{props.legend}</legend>
      {([true, false] as const).map((isAll) => (
        <label key={String(isAll)} className={styles.check}>
          <input type="radio" name={id} checked={props.isAll === isAll} onChange={() => props.onAll(isAll)} />
          {isAll ? props.all : props.some}
        </label>
      ))}
      {!props.isAll && <div className={styles.chosen}>{props.children}</div>}
    </fieldset>
  );
}
