import type { MessagePart } from '../model/message';
import { filePart, imagePart, type MediaPart } from '../openai-chat/openai-media';
import { bytesToBase64 } from '../values/bytes';
import { fieldsOf } from '../values/fields';
import { textIn } from '../values/known-values';

type Fields = Record<string, unknown>;
type Modality = Extract<MessagePart, { type: 'blob' }>['modality'];

const mediaType =
  /^(?!.*_call$).*?(?<![^-_])(image|audio|video|file|document|media|binary|blob|pdf)(?![^-_])/;
const LINK = /^(?:[a-z][a-z\d+.-]*:\/\/|data:)/i;

/**
 * Images, audio and files of clients that record the bytes or the URL in another form than OpenAI: the AI SDK, pydantic-ai,
 * Bedrock's Converse API, Google's. Null for any other part, and for a document that is text.
 */
export function readMedia(part: Fields): MediaPart | null {
  const keyed = Object.keys(part).find((key) => key !== 'type' && mediaKeys.has(key));
  const named = typeof part.type === 'string' ? mediaType.exec(part.type)?.[1] : undefined;
  const kind = named ?? (part.type === undefined ? keyed : undefined);
  if (kind === undefined) return null;
  const value = keyed === undefined ? part : { ...part, ...sourceOf(part[keyed]) };
  const { media, mimeType } = contentOf(value);
  const modality = modalityOf(kind, mimeType);
  if (
    kind === 'document' &&
    mimeType === null &&
    isText(keyed === undefined ? part.content : part[keyed], media)
  )
    return null;
  if (media === undefined) return { type: 'blob', modality, mimeType, content: '' };
  return LINK.test(media)
    ? linkedPart(modality, media)
    : { type: 'blob', modality, mimeType, content: media };
}

const mediaKeys = new Set([
  'image',
  'audio',
  'video',
  'document',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
]);

/** Whether a document has no media, or a text instead of a link. */
function isText(document: unknown, media: string | undefined): boolean {
  return media === undefined || (media === document && !LINK.test(media));
}

/** The fields of a value in which a part has its media: an object with a source, or the media themselves. */
function sourceOf(value: unknown): Fields {
  const fields = fieldsOf(value);
  if (typeof value === 'string' || bytesToBase64(value) !== null) return { data: value };
  return { ...fields, ...fieldsOf(fields.source) };
}

function contentOf(value: Fields): { media: string | undefined; mimeType: string | null } {
  const { bytes, data, content, source } = value;
  const inline = [data, bytes, content, fieldsOf(source).data, fieldsOf(source).bytes];
  const base64 = inline.map((one) => textIn(one) ?? bytesToBase64(one) ?? undefined);
  const links = [
    value.url,
    value.uri,
    value.fileUri,
    value.file_uri,
    fieldsOf(data).url,
    fieldsOf(source).url,
  ];
  const media = [...base64, ...links.map(textIn)].find((one) => one !== undefined);
  const type =
    textIn(value.mediaType ?? value.mimeType ?? value.media_type ?? value.mime_type) ??
    textIn(fieldsOf(source).media_type);
  return { media, mimeType: type ?? null };
}

function modalityOf(kind: string, mimeType: string | null): Modality {
  const [type] = (mimeType ?? kind).split('/');
  return type === 'image' || type === 'audio' ? type : 'file';
}

/** There is no part for audio or a file elsewhere: its URL is its id. */
function linkedPart(modality: Modality, url: string): MediaPart {
  if (modality === 'image') return imagePart({ type: 'image_url', image_url: { url } });
  return filePart({ type: 'file', file: url.startsWith('data:') ? { file_data: url } : { file_id: url } });
}
