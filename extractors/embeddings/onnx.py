"""Sentence embeddings of a transformer exported as ONNX: more accurate than the static model, and slower."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chronomem.extractors.embeddings.embedder import Vectors
from chronomem.graph_schema.errors import InvalidInput

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_MODEL, _TOKENIZER = "model.onnx", "tokenizer.json"


class OnnxEmbedder:
    """A sentence transformer in a folder with `model.onnx` and `tokenizer.json`.

    The vector of a text is the mean of the last hidden states of its tokens, scaled to unit length, which is how
    all-MiniLM-L6-v2 and similar models are used. `tokenizer.json` sets the length at which a text is truncated. Each
    text runs through the model alone: a quantised model chooses its scales from the whole batch, so in a batch a text's
    vector would depend on the other texts.

    Args:
        folder: the folder of the model. The embedder's name is derived from the model's content, so the folder may
            move.
        threads: how many texts are embedded at the same time, each by one thread.

    Raises:
        InvalidInput: the folder holds no such model.
    """

    def __init__(self, folder: str | Path, threads: int = 1) -> None:
        self._folder = Path(folder)
        self._threads = threads
        for file in (_MODEL, _TOKENIZER):
            if not (self._folder / file).is_file():
                raise InvalidInput(f"{self._folder} holds no sentence model: {file} is missing")
        import onnxruntime  # both are slow to import
        import tokenizers

        model = (self._folder / _MODEL).read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # threads that wait for each other cost more
        try:
            self._session: InferenceSession = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
        except Exception as error:  # it raises the C++ errors, which have no common class
            raise InvalidInput(f"{self._folder / _MODEL} can't be read as an ONNX model: {error}") from error
        try:
            self._tokenizer: Tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / _TOKENIZER))
        except Exception as error:  # it raises no more specific class
            raise InvalidInput(f"{self._folder / _TOKENIZER} can't be read as a tokenizer: {error}") from error
        self._tokenizer.no_padding()
        self._inputs = [one.name for one in self._session.get_inputs()]
        self.dimensions = int(self._session.get_outputs()[0].shape[-1])
        self.name = f"onnx-{sha256(model).hexdigest()[:12]}-{self.dimensions}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; a blank text gives zeros."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        told = [number for number, text in enumerate(texts) if text.strip()]
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch([texts[number] for number in told])]
        if len(told) == 1 or self._threads == 1:
            found = list(map(self._run, tokens))
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                found = list(pool.map(self._run, tokens))
        if found:
            vectors[told] = found
        return vectors

    def _run(self, tokens: Sequence[int]) -> Vectors:
        ids = np.array([tokens], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states = self._session.run(None, {name: given[name] for name in self._inputs})[0][0]
        mean = states.mean(axis=0, dtype=np.float32)
        return np.asarray(mean / max(float(np.sqrt(np.einsum("i,i->", mean, mean))), 1e-9))
