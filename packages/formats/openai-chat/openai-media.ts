import type { MessagePart } from '../model/message';

export interface OpenAIImagePart {
  type: 'image_url';
  image_url: { url: string };
}
export interface OpenAIAudioPart {
  type: 'input_audio';
  input_audio: { data: string; format: string };
}
export interface OpenAIFilePart {
  type: 'file';
  file: { file_id?: string | undefined; file_data?: string | undefined; filename?: string | undefined };
}
/** The media of the Responses API. */
export interface OpenAIInputImagePart {
  type: 'input_image';
  image_url?: string | undefined;
  file_id?: string | undefined;
}
export interface OpenAIInputFilePart {
  type: 'input_file';
  file_id?: string | undefined;
  file_data?: string | undefined;
  file_url?: string | undefined;
}
export type OpenAIMediaPart = OpenAIImagePart | OpenAIAudioPart | OpenAIFilePart;

export type MediaPart = Extract<MessagePart, { type: 'blob' | 'uri' | 'file' }>;

/** OpenAI names the format `mp3`; the registered media type (RFC 3003) is `audio/mpeg`. */
const mp3 = { format: 'mp3', mimeType: 'audio/mpeg' };

/** A base64 data URL becomes a blob; any other URL, including a plain-text data URL, stays a URI. */
export function imagePart({ image_url: { url } }: OpenAIImagePart): MediaPart {
  const data = parseDataUrl(url);
  return data ? { type: 'blob', modality: 'image', ...data } : { type: 'uri', modality: 'image', uri: url };
}

export function audioPart({ input_audio: { data, format } }: OpenAIAudioPart): MediaPart {
  const mimeType = format === mp3.format ? mp3.mimeType : `audio/${format}`;
  return { type: 'blob', modality: 'audio', mimeType, content: data };
}

/** The name of an inline file has no field in the domain and is dropped. */
export function filePart({ file }: OpenAIFilePart): MediaPart {
  if (file.file_id !== undefined) return { type: 'file', fileId: file.file_id };
  const fileData = file.file_data ?? '';
  const data = parseDataUrl(fileData) ?? { mimeType: null, content: fileData };
  return { type: 'blob', modality: 'file', ...data };
}

/** An image of the Responses API: a URL, or the id of an uploaded file. */
export function inputImagePart({ image_url: url, file_id: fileId }: OpenAIInputImagePart): MediaPart {
  if (url === undefined && fileId !== undefined) return { type: 'file', fileId };
  return imagePart({ type: 'image_url', image_url: { url: url ?? '' } });
}

/** A file of the Responses API. A URL becomes its id: there is no part for a file elsewhere. */
export function inputFilePart({ file_id, file_data, file_url }: OpenAIInputFilePart): MediaPart {
  return filePart({
    type: 'file',
    file: { file_id: file_id ?? (file_data === undefined ? file_url : undefined), file_data },
  });
}

/** The inverse of the readers of chat completions; an inline file gets a neutral name, because OpenAI requires one. */
export function mediaToOpenAI(part: MediaPart): OpenAIMediaPart {
  if (part.type === 'uri') return { type: 'image_url', image_url: { url: part.uri } };
  if (part.type === 'file') return { type: 'file', file: { file_id: part.fileId } };
  switch (part.modality) {
    case 'image':
      return { type: 'image_url', image_url: { url: writeDataUrl(part.mimeType, part.content) } };
    case 'audio':
      return { type: 'input_audio', input_audio: { data: part.content, format: audioFormat(part.mimeType) } };
    case 'file': {
      const fileData = part.mimeType === null ? part.content : writeDataUrl(part.mimeType, part.content);
      const extension = part.mimeType === 'application/pdf' ? '.pdf' : '';
      return { type: 'file', file: { file_data: fileData, filename: `attachment${extension}` } };
    }
  }
}

function audioFormat(mimeType: string | null): string {
  if (mimeType === mp3.mimeType) return mp3.format;
  return mimeType?.replace(/^audio\//, '') ?? 'wav';
}

const dataUrlStart = 'data:';
const base64Mark = ';base64,';

/** Reads `data:<type>;base64,<content>` (RFC 2397) by index, since the content may be megabytes long. */
function parseDataUrl(url: string): { mimeType: string | null; content: string } | null {
  if (url.slice(0, dataUrlStart.length).toLowerCase() !== dataUrlStart) return null;
  const markAt = url.slice(0, 256).indexOf(base64Mark);
  if (markAt < 0) return null;
  return {
    mimeType: url.slice(dataUrlStart.length, markAt) || null,
    content: url.slice(markAt + base64Mark.length),
  };
}

function writeDataUrl(mimeType: string | null, content: string): string {
  return `${dataUrlStart}${mimeType ?? ''}${base64Mark}${content}`;
}
