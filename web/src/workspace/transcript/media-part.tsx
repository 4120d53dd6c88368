import type { MessagePart } from '../../api/types';
import styles from './transcript.module.css';

/** Image formats that cannot contain scripts. */
const imageTypes = /^image\/(png|jpeg|gif|webp)$/;

/** A part without text. Inline images are shown, everything else is described. Nothing is fetched. */
export function MediaPart({ part }: { part: MessagePart }) {
  if (part.type === 'blob' && part.mime_type !== null && imageTypes.test(part.mime_type)) {
    return (
      <img className={styles.image} src={`data:${part.mime_type};base64,${part.content}`} alt="Attachment" />
    );
  }
  return <p className={styles.media}>{describe(part)}</p>;
}

function describe(part: MessagePart): string {
  if (part.type === 'blob') {
    const bytes = Math.floor((part.content.length * 3) / 4);
    return `${part.modality}, ${part.mime_type ?? 'unknown type'}, ${bytes.toLocaleString('en')} bytes`;
  }
  if (part.type === 'uri') return `${part.modality} at ${part.uri}`;
  return part.type === 'file' ? `file ${part.file_id}` : '';
}
