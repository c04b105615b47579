// What a file's name says about its content: which files are shown as pictures, and which are not worth showing as text.

export const IMAGE_EXTENSIONS: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "webp"]);

export const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    "bin dat exe dll so dylib o a obj lib ko elf msi deb rpm apk ipa dmg iso img node wasm", // programs and disk images
    "class jar war ear pyc pyo pyd rlib rmeta beam dex", // compiled
    "zip tar gz tgz bz2 tbz2 xz txz zst lz lz4 lzma 7z rar cab z br whl egg nupkg crx", // packed
    "bmp ico icns tif tiff psd heic heif avif jp2 cr2 nef dng exr xcf sketch blend", // pictures of other kinds
    "mp3 mp4 m4a m4v wav ogg oga ogv opus flac aac wma aiff mid midi mov avi mkv webm wmv flv mpg mpeg 3gp swf", // sound and film
    "pdf doc docx xls xlsx xlsb ppt pptx odt ods odp epub mobi djvu", // documents
    "ttf otf woff woff2 eot ttc", // fonts
    "db sqlite sqlite3 mdb accdb parquet avro orc arrow feather pkl pickle npy npz h5 hdf5 pt pth onnx safetensors gguf lockb", // data
    "p12 pfx jks keystore der gpg", // keys
  ].flatMap((line) => line.split(" ")),
);
