import type { ShopGroupView } from '@pasar/api';
import type { GroupColor } from '@pasar/domain';
import styles from './group-chips.module.css';
import { useShopGroups } from './groups.ts';

/** The colour of a group, beside its name. */
export const GroupDot = ({ color }: { readonly color: GroupColor }) => (
  <span className={styles.dot} data-color={color} aria-hidden="true" />
);

/** The groups of shops as buttons, where shops are chosen; nothing where there are no groups. */
export function GroupChips(props: {
  readonly label: string;
  readonly isOn: (group: ShopGroupView) => boolean;
  readonly onPress: (group: ShopGroupView) => void;
}) {
  const groups = useShopGroups();
  if (groups.length === 0) return null;
  return (
    <fieldset className={styles.chips} aria-label={props.label}>
      {groups.map((group) => (
        <button
          key={group.groupId}
          type="button"
          className={styles.chip}
          aria-pressed={props.isOn(group)}
          onClick={() => props.onPress(group)}
        >
          <GroupDot color={group.color} />
          <span className={styles.name}>{group.name}</span>
        </button>
      ))}
    </fieldset>
  );
}
