"""Embeddings: the protocol of an embedder, the packaged static model, ONNX models."""
