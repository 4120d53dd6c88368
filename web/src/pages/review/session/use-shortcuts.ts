import { useEffect, useRef, useState } from 'react';

/** Returns whether the key was handled. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

const TYPING =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="listbox"]';
const PRESSABLE = 'a, button, summary, [role="button"]';

/**
 * Calls the handler for keys that are typed into no field or dialog. Enter and Space of a focused button or link are its
 * own.
 */
export function useShortcuts(isOn: boolean, handle: KeyHandler): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TYPING) != null) return;
      if ((event.key === 'Enter' || event.key === ' ') && target?.closest(PRESSABLE) != null) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

const STORAGE_KEY = 'review-shortcuts';

/** Whether single keys are shortcuts, which speech input may trigger by accident; this browser remembers it. */
export function useShortcutSetting(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'off');
  return [
    isOn,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
      setOn(next);
    },
  ];
}
