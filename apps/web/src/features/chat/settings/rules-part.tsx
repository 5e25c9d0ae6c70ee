import {
  ANY_BUYER,
  asShopId,
  CHAT_SETTING_LIMITS,
  type MemberChatSetting,
  type ReachRule,
  type ShopId,
} from '@pasar/domain';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { ShopPicker } from '../../../base/shops/shop-picker.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Checks, OnlySome } from '../../../ui/only-some.tsx';
import { TAGS } from '../tags/look-ups.ts';
import { TagMark } from '../tags/tag-mark.tsx';
import styles from './chat-settings.module.css';
import { Check } from './check.tsx';
import { RuleQuietField } from './quiet-part.tsx';
import { ToneField } from './tone-field.tsx';

interface RulesPartProps {
  readonly member: MemberChatSetting;
  readonly onChange: (rules: ReachRule[]) => void;
}

/** Of which buyers the member is told, each rule with its sound and its quiet hours. */
export function RulesPart({ member, onChange }: RulesPartProps) {
  const { t } = useTranslation('chatSettings');
  const { rules } = member;
  return (
    <fieldset className={styles.choices}>
      <legend>{t('who')}</legend>
      <p className={styles.hint}>{t(rules.length === 0 ? 'who.all' : 'who.first')}</p>
      {rules.map((rule, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name.
          key={at}
          className={styles.category}
          aria-label={t('rule', { number: at + 1 })}
        >
          <div className={styles.ruleHead}>
            <span aria-hidden="true">{t('rule', { number: at + 1 })}</span>
            {at > 0 && (
              <IconButton
                icon="up"
                label={t('rule.up', { number: at + 1 })}
                onClick={() => onChange(rules.toSpliced(at, 1).toSpliced(at - 1, 0, rule))}
              />
            )}
            <IconButton
              icon="bin"
              label={t('rule.remove', { number: at + 1 })}
              onClick={() => onChange(rules.filter((_, place) => place !== at))}
            />
          </div>
          <Rule
            rule={rule}
            member={member}
            onRule={(change) => onChange(rules.map((other, place) => (place === at ? { ...other, ...change } : other)))}
          />
        </fieldset>
      ))}
      {rules.length < CHAT_SETTING_LIMITS.rules && (
        <Button kind="plain" onClick={() => onChange([...rules, ANY_BUYER])}>
          {t('rule.add')}
        </Button>
      )}
    </fieldset>
  );
}

function Rule(props: { readonly rule: ReachRule; readonly member: MemberChatSetting; readonly onRule: OnRule }) {
  const { t } = useTranslation('chatSettings');
  const { rule, member, onRule } = props;
  return (
    <>
      <Shops shopIds={rule.shopIds} onRule={onRule} />
      <Tags tagIds={rule.tagIds} onRule={onRule} />
      <Check isOn={rule.isMineOnly} onChange={(isMineOnly) => onRule({ isMineOnly })}>
        {t('mineOnly')}
      </Check>
      <div className={styles.row}>
        <span aria-hidden="true">{t('tone.ofRule')}</span>
        <ToneField
          label={t('tone.ofRule')}
          disabled={!member.hasSound}
          tone={rule.tone}
          usual={member.tone}
          mayBeUsual
          onChange={(tone) => onRule({ tone })}
        />
      </div>
      <RuleQuietField quiet={rule.quietHours} onChange={(quietHours) => onRule({ quietHours })} />
    </>
  );
}

type OnRule = (change: Partial<ReachRule>) => void;

function Shops({ shopIds, onRule }: { readonly shopIds: string[] | null; readonly onRule: OnRule }) {
  const { t } = useTranslation('chatSettings');
  const shops = useDeskState((state) => state.shops);
  const seen: readonly ShopId[] = (shopIds ?? []).map(asShopId).filter((id) => shops.has(id));
  return (
    <OnlySome
      legend={t('shops')}
      all={t('shops.all')}
      some={t('shops.some')}
      isAll={shopIds === null}
      onAll={(isAll) => onRule({ shopIds: isAll ? null : [...seen] })}
      problem={null}
    >
      <ShopPicker chosen={seen} onChange={(chosen) => onRule({ shopIds: [...chosen] })} />
    </OnlySome>
  );
}

function Tags({ tagIds, onRule }: { readonly tagIds: string[] | null; readonly onRule: OnRule }) {
  const { t } = useTranslation('chatSettings');
  const look = useLookUp(TAGS, {}, tagIds !== null);
  return (
    <OnlySome
      legend={t('buyers')}
      all={t('buyers.all')}
      some={t('buyers.some')}
      isAll={tagIds === null}
      onAll={(isAll) => onRule({ tagIds: isAll ? null : [] })}
      problem={null}
    >
      <LookedUpPart
        look={look}
        draw={({ tags }) => (
          <Checks
            all={tags.map(({ buyerTagId, buyerTagName, color }) => ({
              id: buyerTagId,
              label: <TagMark name={buyerTagName} color={color} />,
            }))}
            chosen={(tagIds ?? []).filter((id) => tags.some(({ buyerTagId }) => buyerTagId === id))}
            none={t('buyers.none')}
            onChange={(chosen) => onRule({ tagIds: chosen })}
          />
        )}
      />
    </OnlySome>
  );
}
