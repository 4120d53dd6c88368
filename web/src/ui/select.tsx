import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import styles from './field.module.css';
import { ChevronIcon } from './icons';

export interface SelectProps<Id extends string> {
  label: string;
  isLabelHidden?: boolean;
  value: Id;
  options: readonly { id: Id; name: string }[];
  isDisabled?: boolean;
  onChange: (id: Id) => void;
}

/** A choice between options in a popover. */
export function Select<Id extends string>({
  label,
  isLabelHidden = false,
  value,
  options,
  isDisabled = false,
  onChange,
}: SelectProps<Id>) {
  return (
    <AriaSelect
      className={styles.field ?? ''}
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => {
        if (key !== null) onChange(key as Id);
      }}
    >
      <Label className={isLabelHidden ? styles.hidden : styles.label}>{label}</Label>
      <Button className={styles.trigger ?? ''}>
        <SelectValue className={styles.value ?? ''} />
        <ChevronIcon />
      </Button>
      <Popover className={styles.popover ?? ''}>
        <ListBox className={styles.options ?? ''}>
          {options.map(({ id, name }) => (
            <ListBoxItem key={id} id={id} textValue={name} className={styles.option ?? ''}>
              {name}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
