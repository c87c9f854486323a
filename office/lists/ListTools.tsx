import { type ReactNode, useRef } from 'react';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { type ListAddressState, useSearchText } from './use-list-address.ts';

const KEY_NAMES = { search: '/' };

export interface Filter {
  /** Its name in the address. */
  readonly name: string;
  /** Also the text shown while nothing is chosen: the default of the list. */
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export interface ListToolsProps {
  readonly list: ListAddressState;
  /** Label of the search: what it searches. */
  readonly search: string;
  readonly filters?: readonly Filter[];
  /** Enter in the search, after it has taken effect. */
  readonly onEnter?: () => void;
  /** Actions: "add", "import". */
  readonly children?: ReactNode;
}

/** Search and filters above a list; `/` focuses the search, Escape clears and leaves it. */
export function ListTools({ list, search, filters = [], onEnter, children }: ListToolsProps) {
  const { address, change, type } = list;
  const { text, setText, settle } = useSearchText(address.q, type);
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() }, 'page', KEY_NAMES);
  return (
    <div className="tools">
      <TextInput
        ref={field}
        className="search list-search"
        size="xs"
        type="search"
        aria-label={search}
        placeholder={search}
        rightSection={<kbd>/</kbd>}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Escape' && event.key !== 'Enter')) return;
          settle(event.key === 'Escape' ? '' : text);
          if (event.key === 'Escape') event.currentTarget.blur();
          else onEnter?.();
          event.preventDefault();
        }}
      />
      {filters.map(({ name, label, choices }) => (
        <Select
          key={name}
          className="list-filter"
          size="xs"
          clearable
          searchable={choices.length > 8}
          aria-label={label}
          placeholder={label}
          data={[...choices]}
          value={address.filters[name] ?? null}
          onChange={(value) => {
            const { [name]: _before, ...others } = address.filters;
            change({ filters: value === null ? others : { ...others, [name]: value } });
          }}
        />
      ))}
      {children === undefined ? null : <div className="list-actions">{children}</div>}
    </div>
  );
}
